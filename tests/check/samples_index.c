/* samples_index.c - inputs for gathering, scattering, index tensors, masks and counting.
 * SPDX-License-Identifier: MIT */
#include "check.h"

#define X(...) tensor(s, MAIN, SHAPE(__VA_ARGS__), 0, 6)
#define AT(low, high, ...) tensor(s, WZ_DTYPE_I64, SHAPE(__VA_ARGS__), low, high)
#define AT32(low, high, ...) tensor(s, WZ_DTYPE_I32, SHAPE(__VA_ARGS__), low, high)
#define MASK(...) tensor(s, WZ_DTYPE_BOOL, SHAPE(__VA_ARGS__), 0, 1)

static void gen_gathers(samples *s)
{
    sample(s); X(4, 5); integer(s, 0); AT(0, 3, 7, 5);
    sample(s); X(4, 5); integer(s, -1); AT32(0, 4, 4, 3);
    sample(s); X(4, 5); integer(s, 1); AT(0, 4, 4, 0);
    sample(s); tensor(s, MAIN, SHAPE0, 0, 3); integer(s, 0); AT(0, 0, 3);
}
static void gen_along(samples *s)
{
    sample(s); X(4, 5); AT(0, 3, 7, 1); integer(s, 0);
    sample(s); X(4, 5); AT(0, 19, 6); none(s);
}
/* Equal indices write in order, so the results are defined. */
static void gen_scatters(samples *s)
{
    sample(s); X(4, 5); integer(s, 0); AT(0, 3, 7, 5); X(7, 5);
    sample(s); X(4, 5); integer(s, 1); AT(0, 4, 3, 2); X(4, 6);
    sample(s); X(4, 5); integer(s, 1); AT(0, 4, 0, 2); X(4, 6);
}
static void gen_scatter_withs(samples *s)
{
    sample(s); X(4, 5); integer(s, 0); AT(0, 3, 7, 5); tensor(s, MAIN, SHAPE(7, 5), 0, 2); text(s, "add");
    sample(s); X(4, 5); integer(s, 1); AT(0, 4, 3, 2); tensor(s, MAIN, SHAPE(4, 6), 0, 2); text(s, "multiply");
}
static void gen_scatter_values(samples *s)
{
    sample(s); X(4, 5); integer(s, 0); AT(0, 3, 2, 5); number(s, wz_int(1));
}
static void gen_scatter_value_withs(samples *s)
{
    sample(s); X(4, 5); integer(s, 0); AT(0, 3, 2, 5); number(s, wz_int(2)); text(s, "add");
}
static void reductions(samples *s, bool slices, bool with_sum)
{
    static const char *const names[] = {"sum", "prod", "mean", "amax", "amin"};
    for (int i = with_sum ? 0 : 1; i < 5; i++)
        for (int self = 0; self < 2; self++) {
            sample(s); X(4, 5); integer(s, 0);
            if (slices) {
                AT(0, 3, 6); tensor(s, MAIN, SHAPE(6, 5), 0, 2);
            } else {
                AT(0, 3, 6, 5); tensor(s, MAIN, SHAPE(6, 5), 0, 2);
            }
            text(s, names[i]); boolean(s, self != 0);
        }
}
static void gen_scatter_reduces(samples *s) { reductions(s, false, true); }
static void gen_index_reduces(samples *s) { reductions(s, true, false); }
static void gen_index_selects(samples *s)
{
    sample(s); X(4, 5, 3); integer(s, 1); AT(0, 4, 7);
    sample(s); X(40, 33); integer(s, 0); AT32(0, 39, 9);
    sample(s); X(4, 5); integer(s, 1); AT(0, 4, 0);
}
static void gen_embeddings(samples *s)
{
    sample(s); AT(0, 8, 2, 3); tensor(s, WZ_DTYPE_BF16, SHAPE(9, 17), -2, 2);
    sample(s); AT(0, 8, 4); tensor(s, WZ_DTYPE_F32, SHAPE(9, 5), -2, 2); integer(s, -1);
    sample(s); AT(0, 8, 0); tensor(s, WZ_DTYPE_F32, SHAPE(9, 5), -2, 2);
}
static void gen_index_adds(samples *s)
{
    sample(s); X(4, 5); integer(s, 0); AT(0, 3, 7); X(7, 5);
    sample(s); X(4, 5); integer(s, -1); AT(0, 4, 2); X(4, 2);
}
static void gen_index_scaled_adds(samples *s)
{
    gen_index_adds(s);
    sample(s); X(4, 5); integer(s, 0); AT(0, 3, 7); X(7, 5); number(s, wz_int(2));
}
static void gen_index_fills(samples *s)
{
    sample(s); X(4, 5); integer(s, 0); AT(-4, 3, 2); number(s, wz_int(1));
    sample(s); X(4, 5); integer(s, 1); AT(-5, 4, 3); number(s, wz_num(0.5));
}
static void gen_index_fill_tensors(samples *s)
{
    sample(s); X(4, 5); integer(s, 0); AT(-4, 3, 2); tensor(s, MAIN, SHAPE0, 1, 3);
}
static void gen_takes(samples *s)
{
    sample(s); X(4, 5); AT(-20, 19, 3, 2);
    sample(s); X(4, 5); AT(0, 19, 0);
}
static void gen_puts(samples *s)
{
    sample(s); X(4, 5); AT(-20, 19, 3, 2); X(6); boolean(s, false);
    sample(s); X(4, 5); AT(-20, 19, 30); tensor(s, MAIN, SHAPE(30), 0, 2); boolean(s, true);
}

/* ---- index tensors and masks ---- */

static void gen_index_lists(samples *s)
{
    sample(s); X(4, 5, 6); tensors(s, 2); AT(-4, 3, 3, 1); AT32(-5, 4, 2);
    sample(s); X(4, 5, 6); tensors(s, 1); MASK(4, 5);
    sample(s); X(4, 5); tensors(s, 1); AT(0, 3, 0);
}
static void gen_index_int_lists(samples *s)
{
    sample(s); X(4, 5); tensors(s, 2); AT(-4, 3, 3, 1); AT(-5, 4, 2);
}
static void gen_index_put_lists(samples *s)
{
    sample(s); X(4, 5, 6); tensors(s, 2); AT(-4, 3, 3, 1); AT(-5, 4, 2); X(3, 2, 6); boolean(s, false);
    sample(s); X(4, 5); tensors(s, 1); AT(0, 3, 9); tensor(s, MAIN, SHAPE(5), 0, 1); boolean(s, true);
    sample(s); X(4, 5); tensors(s, 1); MASK(4, 5); tensor(s, MAIN, SHAPE0, 0, 3); boolean(s, false);
}
static void gen_index_put_int_lists(samples *s)
{
    sample(s); X(4, 5); tensors(s, 2); AT(-4, 3, 9); AT(-5, 4, 9); tensor(s, MAIN, SHAPE(9), 0, 1); boolean(s, true);
    sample(s); X(4, 5); tensors(s, 2); AT(-4, 3, 9); AT(-5, 4, 9); X(1); boolean(s, false);
}
static void gen_nonzero_counts(samples *s)
{
    sample(s); listed(s, MAIN, SHAPE(2, 3), 6, (double[]){0, 1, 0, 1, 1, 0}); integer(s, 3);
    sample(s); X(0, 3); integer(s, 0);
}
static void gen_where_methods(samples *s)
{
    sample(s); X(4, 5); MASK(4, 5); X(5);
}
static void gen_masked_fills(samples *s)
{
    sample(s); X(4, 33); MASK(4, 33); number(s, wz_int(1));
    sample(s); X(4, 5); MASK(5); number(s, wz_num(2.5));
    sample(s); X(5); MASK(4, 5); number(s, wz_int(0));
}
static void gen_masked_fill_tensors(samples *s) { sample(s); X(4, 5); MASK(4, 5); tensor(s, MAIN, SHAPE0, 1, 3); }
static void gen_masked_sets(samples *s)
{
    sample(s); X(4, 33); MASK(4, 33); tensor(s, MAIN, SHAPE0, 1, 3);
    sample(s); X(4, 5); MASK(4, 1); tensor(s, MAIN, SHAPE0, 1, 3);
}
static void gen_masks(samples *s)
{
    sample(s); X(4, 5); MASK(4, 5);
    sample(s); X(4, 5); MASK(4, 1);
}
static void gen_masked_takes(samples *s)
{
    sample(s); X(2, 3); listed(s, WZ_DTYPE_BOOL, SHAPE(2, 3), 6, (double[]){0, 1, 0, 1, 1, 0}); integer(s, 3);
}
static void gen_masked_scatters(samples *s)
{
    sample(s); X(4, 5); MASK(4, 5); X(25);
    sample(s); X(4, 5); MASK(5); X(4, 5);
}

/* ---- counting ---- */

static void gen_class_indices(samples *s)
{
    sample(s); tensor(s, MAIN, SHAPE(3, 4), 0, 5); integer(s, 6);
    sample(s); tensor(s, MAIN, SHAPE(0), 0, 5); integer(s, 6);
}
static void gen_class_index(samples *s)
{
    sample(s); tensor(s, MAIN, SHAPE(3, 40), -100, 100);
    sample(s); tensor(s, MAIN, SHAPE(0), 0, 1);
}
static void gen_bins(samples *s)
{
    sample(s); AT(0, 9, 50); none(s); integer(s, 4);
    sample(s); AT32(0, 9, 50); tensor(s, WZ_DTYPE_F32, SHAPE(50), 0, 1); integer(s, 20);
    sample(s); AT(0, 9, 0); none(s); integer(s, 4);
}
static void gen_bins_n(samples *s)
{
    sample(s); tensor(s, MAIN, SHAPE(50), 0, 9); none(s); integer(s, 10);
    sample(s); tensor(s, MAIN, SHAPE(50), 0, 9); tensor(s, WZ_DTYPE_F64, SHAPE(50), 0, 1); integer(s, 12);
}
static void gen_histograms(samples *s)
{
    sample(s); tensor(s, MAIN, SHAPE(5, 40), 0, 9); integer(s, 7); number(s, wz_int(1)); number(s, wz_int(8));
    sample(s); tensor(s, MAIN, SHAPE(5, 40), 0, 9); integer(s, 4);
}
static void gen_real_values(samples *s)
{
    sample(s); tensor(s, MAIN, SHAPE(5, 40), -9, 9);
    sample(s); tensor(s, MAIN, SHAPE(0), 0, 9);
}
static void gen_histogram_ranges(samples *s)
{
    sample(s); tensor(s, MAIN, SHAPE(5, 40), 0, 9); integer(s, 7); flt(s, 1); flt(s, 8);
}

const sample_generator samples_index[] = {
    {"gathers", gen_gathers}, {"along", gen_along}, {"scatters", gen_scatters}, {"scatter_withs", gen_scatter_withs},
    {"scatter_values", gen_scatter_values}, {"scatter_value_withs", gen_scatter_value_withs},
    {"scatter_reduces", gen_scatter_reduces}, {"index_reduces", gen_index_reduces},
    {"index_selects", gen_index_selects}, {"embeddings", gen_embeddings}, {"index_adds", gen_index_adds},
    {"index_scaled_adds", gen_index_scaled_adds}, {"index_fills", gen_index_fills},
    {"index_fill_tensors", gen_index_fill_tensors}, {"takes", gen_takes}, {"puts", gen_puts},
    {"index_lists", gen_index_lists}, {"index_int_lists", gen_index_int_lists},
    {"index_put_lists", gen_index_put_lists}, {"index_put_int_lists", gen_index_put_int_lists},
    {"nonzero_counts", gen_nonzero_counts}, {"where_methods", gen_where_methods},
    {"masked_fills", gen_masked_fills}, {"masked_fill_tensors", gen_masked_fill_tensors}, {"masks", gen_masks}, {"masked_sets", gen_masked_sets},
    {"masked_takes", gen_masked_takes}, {"masked_scatters", gen_masked_scatters},
    {"class_indices", gen_class_indices}, {"class_index", gen_class_index}, {"bins", gen_bins}, {"bins_n", gen_bins_n},
    {"histograms", gen_histograms}, {"real_values", gen_real_values}, {"histogram_ranges", gen_histogram_ranges},
    {0},
};
