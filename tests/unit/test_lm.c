/* test_lm.c - language models against recorded outputs of the original implementations: logits, hidden
 * states, greedy continuations, by full forward and by cached decode with prefill in any chunks.
 * SPDX-License-Identifier: MIT */
#include "unit.h"
#include "io/safetensors.h"
#include <wootz/lm.h>

static double largest_difference(wz_tensor *a, const float *b)
{
    int64_t n = wz_tensor_numel(a);
    float  *v = malloc((size_t)n * sizeof *v);
    double  worst = 0;
    if (wz_tensor_read(a, v, (size_t)n * sizeof *v) != WZ_OK) worst = INFINITY;
    for (int64_t i = 0; i < n; i++) {
        double d = fabs((double)v[i] - (double)b[i]);
        if (!(d <= worst)) worst = d;
    }
    free(v);
    return worst;
}

static int64_t *ids_of(const st_tensor *t, int64_t *n)
{
    wz_tensor *x = st_open_tensor(t);
    *n = wz_tensor_numel(x);
    int64_t *ids = malloc((size_t)*n * sizeof *ids);
    if (wz_tensor_dtype(x) == WZ_DTYPE_I64) memcpy(ids, wz_tensor_data(x), (size_t)*n * sizeof *ids);
    else for (int64_t i = 0; i < *n; i++) ids[i] = ((int32_t *)wz_tensor_data(x))[i];
    return ids;
}

static int64_t argmax(const float *v, int64_t n)
{
    int64_t best = 0;
    for (int64_t i = 1; i < n; i++)
        if (v[i] > v[best]) best = i;
    return best;
}

static void test_greedy(wz_lm *lm, const int64_t *prompt, int64_t n_prompt, const int64_t *want, int64_t n_want, int64_t chunk)
{
    wz_lm_session *s = NULL;
    wz_lm_info     info;
    wz_lm_get_info(lm, &info);
    CHECK(wz_lm_session_new(lm, 0, &s) == WZ_OK);
    wz_lm_session_set_chunk(s, chunk);
    CHECK_MSG(wz_lm_session_sync(s, prompt, n_prompt, NULL, NULL) == WZ_OK, "%s: %s", info.family, wz_error());
    int64_t same = 0;
    for (int64_t i = 0; i < n_want; i++) {
        int64_t id = argmax(wz_lm_session_logits(s), info.vocab);
        if (id != want[i]) break;
        same++;
        CHECK(wz_lm_session_push(s, id) == WZ_OK);
    }
    CHECK_MSG(same == n_want, "%s, chunk %lld: %lld of %lld greedy tokens agree", info.family, (long long)chunk, (long long)same, (long long)n_want);
    /* Going back to the prompt and on again gives the same first token. */
    CHECK(wz_lm_session_sync(s, prompt, n_prompt, NULL, NULL) == WZ_OK && wz_lm_session_length(s) == n_prompt);
    CHECK(n_want == 0 || argmax(wz_lm_session_logits(s), info.vocab) == want[0]);
    if (n_prompt > 2) {
        CHECK(wz_lm_session_sync(s, prompt, n_prompt - 2, NULL, NULL) == WZ_OK && wz_lm_session_sync(s, prompt, n_prompt, NULL, NULL) == WZ_OK);
        CHECK(n_want == 0 || argmax(wz_lm_session_logits(s), info.vocab) == want[0]);
    }
    wz_lm_session_free(&s);
}

static void test_folder(const char *folder, const char *reference, const char *layer_name, int first_hidden, double tolerance)
{
    char      path[512];
    wz_lm    *lm = NULL;
    st_files *ref = NULL;
    snprintf(path, sizeof path, "%s/%s", WZ_SOURCE_DIR, folder);
    CHECK_MSG(wz_lm_open(path, NULL, &lm) == WZ_OK, "%s: %s", folder, wz_error());
    snprintf(path, sizeof path, "%s/%s/%s", WZ_SOURCE_DIR, folder, reference);
    CHECK_MSG(st_open_file(path, &ref) == WZ_OK, "%s", wz_error());
    if (!lm || !ref) return;
    wz_scope_begin();
    wz_lm_info info;
    wz_lm_get_info(lm, &info);
    int64_t    n;
    int64_t   *ids = ids_of(st_find(ref, "input_ids"), &n);
    wz_tensor *hidden[128] = {NULL}, *logits = wz_lm_forward(lm, ids, n, hidden);
    CHECK_MSG(logits != NULL, "%s: %s", folder, wz_error());
    int last = strstr(layer_name, "layer_out") ? (int)info.n_layers : (int)info.n_layers - 1; /* "hidden" of the last layer is normed */
    for (int i = first_hidden; logits && i <= last; i++) {
        char name[64];
        snprintf(name, sizeof name, layer_name, i - (first_hidden == 1 && strstr(layer_name, "layer_out") ? 1 : 0));
        const st_tensor *t = st_find(ref, name);
        if (!t) continue;
        double d = largest_difference(hidden[i], t->data);
        CHECK_MSG(d < tolerance, "%s: %s differs by %g", folder, name, d);
    }
    double d = logits ? largest_difference(logits, st_find(ref, "logits")->data) : INFINITY;
    CHECK_MSG(d < tolerance, "%s: logits differ by %g", folder, d);
    printf("%s: logits within %.2e\n", info.family, d);
    if (st_find(ref, "greedy_prompt")) {
        int64_t n_prompt, n_want, *prompt = ids_of(st_find(ref, "greedy_prompt"), &n_prompt), *want = ids_of(st_find(ref, "greedy_tokens"), &n_want);
        for (int64_t chunk = 1; chunk < 40; chunk = chunk * 3 + 2) test_greedy(lm, prompt, n_prompt, want, n_want, chunk);
        free(prompt);
        free(want);
    }
    free(ids);
    wz_scope_end();
    st_close(&ref);
    wz_lm_free(&lm);
}

int main(void)
{
    static const char *const families[] = {"llama", "qwen3", "qwen3_moe", "gemma3", "qwen3_5", "qwen3_5_moe", "qwen3_next", "lfm2", "lfm2_moe"};
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        char folder[128];
        snprintf(folder, sizeof folder, "tests/data/families/%s", families[i]);
        test_folder(folder, "reference.safetensors", "hidden.%d", 1, 1e-3);
    }
    test_folder("models/storyteller", "reference/expected_logits.safetensors", "layer_out.%d", 1, 5e-4);
    CHECK(wz_live_tensors() == 0);
    return unit_report();
}
