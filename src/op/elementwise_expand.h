/* elementwise_expand.h - makes <name>_run_<suffix> from every row of elementwise.def, as loops over packed
 * C scalars. Included once per type: EW_SUFFIX, EW_T and EW_PICK say which; it undefines them.
 * SPDX-License-Identifier: MIT */

#define EW_P EW_JOIN(ew_params, EW_SUFFIX)
#define EW_RUN(name) EW_JOIN(name##_run, EW_SUFFIX)

static inline __attribute__((unused)) void EW_P(const ew_cell *cell, EW_T *p)
{
    for (int k = 0; k < EW_MAX_PARAMS; k++) memcpy(&p[k], &cell[k], sizeof(EW_T));
}

#if defined(__clang__)
#define EW_LOOP _Pragma("clang loop vectorize(assume_safety)")
#else
#define EW_LOOP _Pragma("GCC ivdep")
#endif

#define EW_BODY(name, result, inputs, load, f)                                                     \
    static void EW_RUN(name)(int64_t n, const void *const *in, void *out, const ew_cell *cell)     \
    {                                                                                              \
        EW_T    p[EW_MAX_PARAMS];                                                                  \
        result *o = out;                                                                           \
        inputs                                                                                     \
        EW_P(cell, p);                                                                             \
        EW_LOOP                                                                                    \
        for (int64_t i = 0; i < n; i++) {                                                          \
            load                                                                                   \
            o[i] = (result)(f);                                                                    \
        }                                                                                          \
    }
#define EW_IN1 const EW_T *x0 = in[0];
#define EW_IN2 EW_IN1 const EW_T *x1 = in[1];
#define EW_IN3 EW_IN2 const EW_T *x2 = in[2];
#define EW_LOAD1                                                                                   \
    const EW_T a = x0[i];                                                                          \
    (void)a;
#define EW_LOAD2                                                                                   \
    EW_LOAD1 const EW_T b = x1[i];                                                                 \
    (void)b;
#define EW_LOAD3                                                                                   \
    EW_LOAD2 const EW_T c = x2[i];                                                                 \
    (void)c;

#ifdef EW_COMPARE_ONLY
#define EL1(...)
#define EL2(...)
#define EL3(...)
#define EP1(...)
#define EP2(name, where, signature, dtypes, rule, f, samples, doc) EW_COMPARE_##rule(name, f)
#define EW_COMPARE_compare(name, f) EW_BODY(name, uint8_t, EW_IN2, EW_LOAD2, f)
#define EW_COMPARE_isclose(name, f) EW_BODY(name, uint8_t, EW_IN2, EW_LOAD2, EQ(a, b))
#else
#define EL1(name, where, signature, dtypes, rule, f, da, samples, doc) EW_BODY(name, EW_T, EW_IN1, EW_LOAD1, f)
#define EL2(name, where, signature, dtypes, rule, f, da, db, samples, doc)                         \
    EW_BODY(name, EW_T, EW_IN2, EW_LOAD2, f)
#define EL3(name, where, signature, dtypes, rule, f, da, db, dc, samples, doc)                     \
    EW_BODY(name, EW_T, EW_IN3, EW_LOAD3, f)
#define EP1(name, where, signature, dtypes, rule, f, samples, doc) EW_BODY(name, uint8_t, EW_IN1, EW_LOAD1, f)
#define EP2(name, where, signature, dtypes, rule, f, samples, doc) EW_BODY(name, uint8_t, EW_IN2, EW_LOAD2, f)
#endif
#define ALIAS(...)
#include "elementwise.def"
#undef EL1
#undef EL2
#undef EL3
#undef EP1
#undef EP2
#undef ALIAS
#undef EW_BODY
#undef EW_P
#undef EW_RUN
#undef EW_SUFFIX
#undef EW_T
#undef EW_PICK
#undef EW_COMPARE_ONLY
