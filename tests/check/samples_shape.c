/* samples_shape.c - inputs for views and for joining, repeating, padding and reordering.
 * SPDX-License-Identifier: MIT */
#include "check.h"

#define X(...) tensor(s, MAIN, SHAPE(__VA_ARGS__), -50, 50)
#define BYTES4 (1u << WZ_DTYPE_F32 | 1u << WZ_DTYPE_I32 | 1u << WZ_DTYPE_U32)

/* ---- views ---- */

static void gen_dtype_views(samples *s)
{
    sample(s); sample_contiguous(s); sample_dtypes(s, BYTES4); X(3, 4); dtype_arg(s, WZ_DTYPE_U8);
    sample(s); sample_contiguous(s); sample_dtypes(s, BYTES4); X(3, 4); dtype_arg(s, WZ_DTYPE_I64);
    sample(s); X(2, 3); dtype_arg(s, MAIN);
}

static void gen_view_shapes(samples *s)
{
    sample(s); sample_contiguous(s); X(4, 6); ints(s, INTS(3, -1));
    sample(s); sample_contiguous(s); X(4, 0); ints(s, INTS(0, 7));
    sample(s); sample_contiguous(s); tensor(s, MAIN, SHAPE0, 0, 3); ints(s, INTS(1, 1));
}

static void gen_shapes(samples *s)
{
    sample(s); X(4, 6); ints(s, INTS(3, -1));
    sample(s); X(2, 3, 4); ints(s, INTS(4, 6));
    sample(s); X(4, 0); ints(s, INTS(0, 7));
    sample(s); tensor(s, MAIN, SHAPE0, 0, 3); ints(s, INTS(1, 1));
}

static void gen_view_pairs(samples *s) { sample(s); sample_contiguous(s); X(4, 6); X(3, 8); }
static void gen_shape_pairs(samples *s) { sample(s); X(4, 6); X(3, 8); }
static void gen_dim_ranges(samples *s)
{
    sample(s); X(2, 3, 4); integer(s, 1); integer(s, -1);
    sample(s); X(2, 3, 4); integer(s, 0); integer(s, 1);
    sample(s); tensor(s, MAIN, SHAPE0, 0, 3); integer(s, 0); integer(s, -1);
}
static void gen_unflattens(samples *s) { sample(s); X(3, 12); integer(s, -1); ints(s, INTS(2, -1, 3)); }
static void gen_dim_pairs(samples *s)
{
    sample(s); X(2, 3, 4); integer(s, 0); integer(s, -1);
    sample(s); X(2, 0, 4); integer(s, 1); integer(s, 0);
}
static void gen_permutations(samples *s) { sample(s); X(2, 3, 4); ints(s, INTS(2, 0, -2)); }
static void gen_dim_list_pairs(samples *s) { sample(s); X(2, 3, 4); ints(s, INTS(0, 1)); ints(s, INTS(-1, 0)); }
static void gen_up_to_2d(samples *s)
{
    sample(s); X(3, 4);
    sample(s); X(3);
    sample(s); tensor(s, MAIN, SHAPE0, 0, 3);
}
static void gen_one_matrix(samples *s) { sample(s); X(3, 4); }
static void gen_some_matrices(samples *s)
{
    sample(s); X(3, 4);
    sample(s); X(2, 3, 5);
    sample(s); X(0, 5);
}
static void gen_one_dim(samples *s)
{
    sample(s); X(2, 1, 3); integer(s, 1);
    sample(s); X(2, 1, 3); integer(s, -1);
}
static void gen_squeeze_lists(samples *s) { sample(s); X(1, 2, 1, 3); ints(s, INTS(0, 2, 3)); }
static void gen_dim_lists(samples *s)
{
    sample(s); X(2, 3, 4); ints(s, INTS(0, 2));
    sample(s); X(5, 33); ints(s, INTS(-1));
    sample(s); X(2, 0); ints(s, INTS(1));
}
static void gen_new_dim(samples *s)
{
    sample(s); X(2, 3); integer(s, 1);
    sample(s); X(2, 3); integer(s, -1);
    sample(s); tensor(s, MAIN, SHAPE0, 0, 3); integer(s, 0);
}
static void gen_expands(samples *s)
{
    sample(s); X(3, 1); ints(s, INTS(2, 3, 4));
    sample(s); X(1); ints(s, INTS(0));
}
static void gen_expand_pairs(samples *s) { sample(s); X(3, 1); X(2, 3, 4); }
static void gen_narrows(samples *s)
{
    sample(s); X(3, 7); integer(s, 1); integer(s, 2); integer(s, 3);
    sample(s); X(3, 7); integer(s, 0); integer(s, -1); integer(s, 0);
}
static void gen_selects(samples *s)
{
    sample(s); X(3, 7); integer(s, 1); integer(s, 2);
    sample(s); X(3, 7); integer(s, 0); integer(s, -1);
}
static void gen_slices(samples *s)
{
    sample(s); X(3, 7); integer(s, 1); integer(s, -6); integer(s, 100); integer(s, 2);
    sample(s); X(3, 7); integer(s, 0); none(s); integer(s, 1); integer(s, 1);
    sample(s); X(3, 7); integer(s, 1); integer(s, 5); integer(s, 2); integer(s, 1);
}
static void gen_diagonals(samples *s)
{
    sample(s); X(3, 5); integer(s, 1); integer(s, 0); integer(s, 1);
    sample(s); X(3, 4, 5); integer(s, -1); integer(s, 2); integer(s, 0);
    sample(s); X(3, 5); integer(s, 9); integer(s, 0); integer(s, 1);
}
static void gen_unfolds(samples *s) { sample(s); X(3, 7); integer(s, 1); integer(s, 3); integer(s, 2); }
static void gen_as_strideds(samples *s)
{
    sample(s); sample_contiguous(s); X(20); ints(s, INTS(3, 4)); ints(s, INTS(2, 3)); integer(s, 1);
}
static void gen_complex_only(samples *s)
{
    sample(s); sample_dtypes(s, 1u << WZ_DTYPE_C64 | 1u << WZ_DTYPE_C128); tensor(s, WZ_DTYPE_C64, SHAPE(3, 4), -2, 2);
    sample(s); tensor(s, WZ_DTYPE_C128, SHAPE(2), -2, 2);
}
static void gen_number_pairs(samples *s) { sample(s); sample_contiguous(s); tensor(s, WZ_DTYPE_F32, SHAPE(3, 2), -2, 2); }

/* ---- joining ---- */

static void gen_tensor_lists(samples *s)
{
    sample(s); tensors(s, 3); X(2, 3); X(2, 1); X(2, 4); integer(s, 1);
    sample(s); tensors(s, 2); X(0); X(2, 3); integer(s, -2);
    sample(s); tensors(s, 2); tensor(s, WZ_DTYPE_U8, SHAPE(2, 3), 0, 9); X(1, 3); integer(s, 0);
}
static void gen_equal_lists(samples *s)
{
    sample(s); tensors(s, 3); X(2, 3); X(2, 3); X(2, 3);
    sample(s); tensors(s, 2); X(4); X(4);
}
static void gen_matrix_lists(samples *s)
{
    sample(s); tensors(s, 3); X(2, 3); X(4); tensor(s, MAIN, SHAPE0, 0, 3);
}

/* ---- repeating and reordering ---- */

static void gen_repeats(samples *s)
{
    sample(s); X(2, 3); ints(s, INTS(2, 1, 3));
    sample(s); X(3); ints(s, INTS(0, 2));
    sample(s); tensor(s, MAIN, SHAPE0, 0, 3); ints(s, INTS(4));
}
static void gen_at_least_1d(samples *s)
{
    sample(s); X(5);
    sample(s); X(2, 3);
}
static void gen_rotations(samples *s)
{
    for (int k = -1; k < 4; k++) {
        sample(s); X(3, 5); integer(s, k); ints(s, INTS(0, 1));
    }
}
static void gen_rolls(samples *s)
{
    sample(s); X(3, 5); ints(s, INTS(2, -7)); ints(s, INTS(0, 1));
    sample(s); X(3, 5); ints(s, INTS(1, 1)); ints(s, INTS(1, 1));
}
static void gen_flat_rolls(samples *s)
{
    gen_rolls(s);
    sample(s); X(3, 5); ints(s, INTS(4)); ints(s, 0, NULL);
}
static void gen_pads(samples *s)
{
    static const char *const modes[] = {"constant", "reflect", "replicate", "circular"};
    for (int m = 0; m < 4; m++) {
        sample(s); X(2, 4, 5); ints(s, INTS(2, 1, 0, 3)); text(s, modes[m]); none(s);
        sample(s); X(2, 4, 5); ints(s, INTS(-1, 1)); text(s, modes[m]); none(s);
    }
    sample(s); X(3, 4); ints(s, INTS(-1, 1, 2, -1)); text(s, "constant"); number(s, wz_int(1));
    sample(s); X(3, 4); ints(s, INTS(-2, -2)); text(s, "constant"); none(s);
    sample(s); X(0, 4); ints(s, INTS(0, 0, 1, 2)); text(s, "constant"); number(s, wz_num(1.5));
}
static void gen_triangle_inputs(samples *s)
{
    for (int k = -3; k < 5; k += 2) {
        sample(s); X(3, 4); integer(s, k);
    }
    sample(s); X(2, 5, 3); integer(s, 0);
    sample(s); X(2, 0, 3); integer(s, 0);
}
static void gen_vectors(samples *s)
{
    sample(s); X(4); integer(s, 0);
    sample(s); X(2, 3); integer(s, -2); integer(s, 0); integer(s, -1);
    sample(s); X(0); integer(s, 1);
}
static void gen_diag_inputs(samples *s)
{
    sample(s); X(4); integer(s, -1);
    sample(s); X(4, 3); integer(s, 1);
}
static void gen_interleaves(samples *s)
{
    sample(s); X(2, 3); integer(s, 2); none(s);
    sample(s); X(2, 3); integer(s, 3); integer(s, -1);
    sample(s); X(2, 3); integer(s, 0); integer(s, 0);
    sample(s); X(1, 1, 1, 1, 1, 1, 2, 3); integer(s, 2); integer(s, 6);
}
static void gen_interleave_tensors(samples *s)
{
    sample(s); X(2, 3); listed(s, WZ_DTYPE_I64, SHAPE(3), 3, (double[]){2, 0, 1}); integer(s, 1);
    sample(s); X(2, 3); listed(s, WZ_DTYPE_I32, SHAPE(1), 1, (double[]){2}); none(s);
}
static void gen_counts(samples *s)
{
    sample(s); listed(s, WZ_DTYPE_I64, SHAPE(4), 4, (double[]){2, 0, 1, 3});
    sample(s); tensor(s, MAIN, SHAPE(5), 0, 3);
    sample(s); tensor(s, MAIN, SHAPE(0), 0, 3);
}
static void gen_counts_and_total(samples *s)
{
    sample(s); listed(s, MAIN, SHAPE(4), 4, (double[]){2, 0, 1, 3}); integer(s, 6);
}

/* ---- conversions ---- */

static void gen_casts(samples *s)
{
    static const int to[] = {WZ_DTYPE_F32, WZ_DTYPE_I64, WZ_DTYPE_BF16, WZ_DTYPE_BOOL, WZ_DTYPE_C64};
    for (int i = 0; i < 5; i++) {
        sample(s); tensor(s, MAIN, SHAPE(5, 37), 0, 100); dtype_arg(s, to[i]);
    }
    sample(s); X(3, 4); dtype_arg(s, MAIN); boolean(s, false); boolean(s, true);
}
static void gen_device_casts(samples *s) { sample(s); tensor(s, MAIN, SHAPE(3, 4), 0, 100); none(s); dtype_arg(s, WZ_DTYPE_F32); }
static void gen_cast_pairs(samples *s) { sample(s); tensor(s, MAIN, SHAPE(3, 4), 0, 100); tensor(s, WZ_DTYPE_F64, SHAPE(1), 0, 1); }

const sample_generator samples_shape[] = {
    {"dtype_views", gen_dtype_views}, {"view_shapes", gen_view_shapes}, {"shapes", gen_shapes},
    {"view_pairs", gen_view_pairs}, {"shape_pairs", gen_shape_pairs}, {"dim_ranges", gen_dim_ranges},
    {"unflattens", gen_unflattens}, {"dim_pairs", gen_dim_pairs}, {"permutations", gen_permutations},
    {"dim_list_pairs", gen_dim_list_pairs}, {"up_to_2d", gen_up_to_2d}, {"one_matrix", gen_one_matrix}, {"some_matrices", gen_some_matrices},
    {"one_dim", gen_one_dim}, {"squeeze_lists", gen_squeeze_lists}, {"dim_lists", gen_dim_lists},
    {"new_dim", gen_new_dim}, {"expands", gen_expands}, {"expand_pairs", gen_expand_pairs},
    {"narrows", gen_narrows}, {"selects", gen_selects}, {"slices", gen_slices}, {"diagonals", gen_diagonals},
    {"unfolds", gen_unfolds}, {"as_strideds", gen_as_strideds}, {"complex_only", gen_complex_only},
    {"number_pairs", gen_number_pairs}, {"tensor_lists", gen_tensor_lists}, {"equal_lists", gen_equal_lists},
    {"matrix_lists", gen_matrix_lists}, {"repeats", gen_repeats}, {"rotations", gen_rotations},
    {"at_least_1d", gen_at_least_1d}, {"rolls", gen_rolls}, {"flat_rolls", gen_flat_rolls}, {"pads", gen_pads},
    {"triangle_inputs", gen_triangle_inputs}, {"vectors_to_embed", gen_vectors}, {"diag_inputs", gen_diag_inputs},
    {"interleaves", gen_interleaves}, {"interleave_tensors", gen_interleave_tensors}, {"counts", gen_counts},
    {"counts_and_total", gen_counts_and_total}, {"casts", gen_casts}, {"device_casts", gen_device_casts},
    {"cast_pairs", gen_cast_pairs},
    {0},
};
