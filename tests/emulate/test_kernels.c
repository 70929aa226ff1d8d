/* test_kernels.c - every kernel and dtype against a plain reference, under several orders of its threads.
 * SPDX-License-Identifier: MIT */
#include "kernel_test.h"

int main(void)
{
    test_move();
    test_rows();
    printf("%d passed, %d failed\n", n_passed, n_failed);
    return n_failed != 0;
}
