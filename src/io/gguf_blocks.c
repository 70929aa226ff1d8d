/* gguf_blocks.c - the ways a GGUF file stores numbers, and blocks turned back into floats.
 *
 * A block is a run of numbers of one row that share scales: value = scale * q, or scale * q - minimum with q a few
 * bits wide. "K" blocks have 256 numbers in groups of 16 or 32, each group with a small integer that multiplies
 * the block's own half-precision scale. Layouts follow ggml's block types (docs/gguf.md names them).
 * SPDX-License-Identifier: MIT */
#include "gguf.h"
#include "../core/convert.h"

static float half_at(const unsigned char *p) { return f16_decode((uint16_t)(p[0] | p[1] << 8)); }

/* ---- blocks of 32 ------------------------------------------------------------------------------------ */

/* Byte j holds numbers j (low half) and j + 16 (high half). */
static void decode_q4_0(float *dst, const unsigned char *src, int64_t n)
{
    for (; n-- > 0; dst += 32, src += 18) {
        float d = half_at(src);
        for (int j = 0; j < 16; j++) {
            dst[j] = (float)((src[2 + j] & 15) - 8) * d;
            dst[j + 16] = (float)((src[2 + j] >> 4) - 8) * d;
        }
    }
}

static void decode_q4_1(float *dst, const unsigned char *src, int64_t n)
{
    for (; n-- > 0; dst += 32, src += 20) {
        float d = half_at(src), m = half_at(src + 2);
        for (int j = 0; j < 16; j++) {
            dst[j] = (float)(src[4 + j] & 15) * d + m;
            dst[j + 16] = (float)(src[4 + j] >> 4) * d + m;
        }
    }
}

/* The fifth bits of all 32 numbers stand in one word. */
static uint32_t word_at(const unsigned char *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void decode_q5_0(float *dst, const unsigned char *src, int64_t n)
{
    for (; n-- > 0; dst += 32, src += 22) {
        float    d = half_at(src);
        uint32_t high = word_at(src + 2);
        for (int j = 0; j < 16; j++) {
            int a = (src[6 + j] & 15) | (int)(high >> j & 1) << 4, b = src[6 + j] >> 4 | (int)(high >> (j + 16) & 1) << 4;
            dst[j] = (float)(a - 16) * d;
            dst[j + 16] = (float)(b - 16) * d;
        }
    }
}

static void decode_q5_1(float *dst, const unsigned char *src, int64_t n)
{
    for (; n-- > 0; dst += 32, src += 24) {
        float    d = half_at(src), m = half_at(src + 2);
        uint32_t high = word_at(src + 4);
        for (int j = 0; j < 16; j++) {
            int a = (src[8 + j] & 15) | (int)(high >> j & 1) << 4, b = src[8 + j] >> 4 | (int)(high >> (j + 16) & 1) << 4;
            dst[j] = (float)a * d + m;
            dst[j + 16] = (float)b * d + m;
        }
    }
}

static void decode_q8_0(float *dst, const unsigned char *src, int64_t n)
{
    for (; n-- > 0; dst += 32, src += 34) {
        float d = half_at(src);
        for (int j = 0; j < 32; j++) dst[j] = (float)(int8_t)src[2 + j] * d;
    }
}

/* The 16 levels of the "non-linear" four-bit types. */
static const int8_t levels[16] = {-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113};

static void decode_iq4_nl(float *dst, const unsigned char *src, int64_t n)
{
    for (; n-- > 0; dst += 32, src += 18) {
        float d = half_at(src);
        for (int j = 0; j < 16; j++) {
            dst[j] = d * (float)levels[src[2 + j] & 15];
            dst[j + 16] = d * (float)levels[src[2 + j] >> 4];
        }
    }
}

/* ---- blocks of 256 ----------------------------------------------------------------------------------- */

/* scales[16] (low half: scale, high half: minimum), q[64], scale, minimum */
static void decode_q2_k(float *dst, const unsigned char *src, int64_t n)
{
    for (; n-- > 0; dst += 256, src += 84) {
        float d = half_at(src + 80), m = half_at(src + 82);
        for (int g = 0; g < 16; g++) { /* group g: half g / 8 of the block, bits 2 * (g / 2 % 4) */
            const unsigned char *q = src + 16 + g / 8 * 32 + g % 2 * 16;
            float                scale = d * (float)(src[g] & 15), low = m * (float)(src[g] >> 4);
            for (int l = 0; l < 16; l++) dst[16 * g + l] = scale * (float)(q[l] >> (g / 2 % 4 * 2) & 3) - low;
        }
    }
}

/* high[32], q[64], scales[12] of six bits, scale */
static void decode_q3_k(float *dst, const unsigned char *src, int64_t n)
{
    for (; n-- > 0; dst += 256, src += 110) {
        float                d = half_at(src + 108);
        const unsigned char *packed = src + 96;
        for (int g = 0; g < 16; g++) {
            const unsigned char *q = src + 32 + g / 8 * 32 + g % 2 * 16, *high = src + g % 2 * 16;
            int   low4 = g < 8 ? packed[g] & 15 : packed[g - 8] >> 4, high2 = packed[8 + g % 4] >> (g / 4 * 2) & 3;
            float scale = d * (float)((low4 | high2 << 4) - 32);
            for (int l = 0; l < 16; l++)
                dst[16 * g + l] = scale * (float)((q[l] >> (g / 2 % 4 * 2) & 3) - (high[l] >> (g / 2) & 1 ? 0 : 4));
        }
    }
}

/* Eight scales and eight minima of six bits in twelve bytes: the first four of each in bytes 0-3 and 4-7, the low
 * bits of the others in bytes 8-11, their top bits on top of the first. */
static void six_bits(const unsigned char *p, int g, int *scale, int *low)
{
    if (g < 4) {
        *scale = p[g] & 63;
        *low = p[g + 4] & 63;
    } else {
        *scale = (p[g + 4] & 15) | p[g - 4] >> 6 << 4;
        *low = p[g + 4] >> 4 | p[g] >> 6 << 4;
    }
}

/* scale, minimum, scales[12], q[128]: groups 2c and 2c + 1 are the low and high halves of 32 bytes */
static void decode_q4_k(float *dst, const unsigned char *src, int64_t n)
{
    for (; n-- > 0; dst += 256, src += 144) {
        float d = half_at(src), m = half_at(src + 2);
        for (int g = 0; g < 8; g++) {
            const unsigned char *q = src + 16 + g / 2 * 32;
            int                  s, low;
            six_bits(src + 4, g, &s, &low);
            float scale = d * (float)s, minimum = m * (float)low;
            for (int l = 0; l < 32; l++) dst[32 * g + l] = scale * (float)(q[l] >> (g % 2 * 4) & 15) - minimum;
        }
    }
}

/* scale, minimum, scales[12], fifth bits[32] (bit g of byte l), q[128] */
static void decode_q5_k(float *dst, const unsigned char *src, int64_t n)
{
    for (; n-- > 0; dst += 256, src += 176) {
        float d = half_at(src), m = half_at(src + 2);
        for (int g = 0; g < 8; g++) {
            const unsigned char *q = src + 48 + g / 2 * 32, *high = src + 16;
            int                  s, low;
            six_bits(src + 4, g, &s, &low);
            float scale = d * (float)s, minimum = m * (float)low;
            for (int l = 0; l < 32; l++)
                dst[32 * g + l] = scale * (float)((q[l] >> (g % 2 * 4) & 15) | (high[l] >> g & 1) << 4) - minimum;
        }
    }
}

/* low four bits[128], top two bits[64], scales[16], scale */
static void decode_q6_k(float *dst, const unsigned char *src, int64_t n)
{
    for (; n-- > 0; dst += 256, src += 210) {
        float d = half_at(src + 208);
        for (int g = 0; g < 16; g++) {
            int                  quarter = g / 2 % 4, at = g % 2 * 16; /* of the block's half g / 8 */
            const unsigned char *low = src + g / 8 * 64 + quarter % 2 * 32 + at, *high = src + 128 + g / 8 * 32 + at;
            float                scale = d * (float)(int8_t)src[192 + g];
            for (int l = 0; l < 16; l++)
                dst[16 * g + l] = scale * (float)(((low[l] >> (quarter / 2 * 4) & 15) | (high[l] >> (quarter * 2) & 3) << 4) - 32);
        }
    }
}

/* scale, top bits of the scales (two each), their low four bits[4], q[128] */
static void decode_iq4_xs(float *dst, const unsigned char *src, int64_t n)
{
    for (; n-- > 0; dst += 256, src += 136) {
        float    d = half_at(src);
        unsigned high = src[2] | (unsigned)src[3] << 8;
        for (int g = 0; g < 8; g++) {
            int   s = (src[4 + g / 2] >> (g % 2 * 4) & 15) | (int)(high >> (2 * g) & 3) << 4;
            float scale = d * (float)(s - 32);
            const unsigned char *q = src + 8 + 16 * g;
            for (int j = 0; j < 16; j++) {
                dst[32 * g + j] = scale * (float)levels[q[j] & 15];
                dst[32 * g + j + 16] = scale * (float)levels[q[j] >> 4];
            }
        }
    }
}

/* ---- the table ----------------------------------------------------------------------------------------- */

/* Types without decode and dtype are known by size, so that a file that holds them can be listed. */
static const gguf_type types[] = {
    {0, "F32", 1, 4, WZ_DTYPE_F32, NULL},        {1, "F16", 1, 2, WZ_DTYPE_F16, NULL},
    {2, "Q4_0", 32, 18, 0, decode_q4_0},         {3, "Q4_1", 32, 20, 0, decode_q4_1},
    {6, "Q5_0", 32, 22, 0, decode_q5_0},         {7, "Q5_1", 32, 24, 0, decode_q5_1},
    {8, "Q8_0", 32, 34, 0, decode_q8_0},         {9, "Q8_1", 32, 36, 0, NULL},
    {10, "Q2_K", 256, 84, 0, decode_q2_k},       {11, "Q3_K", 256, 110, 0, decode_q3_k},
    {12, "Q4_K", 256, 144, 0, decode_q4_k},      {13, "Q5_K", 256, 176, 0, decode_q5_k},
    {14, "Q6_K", 256, 210, 0, decode_q6_k},      {15, "Q8_K", 256, 292, 0, NULL},
    {16, "IQ2_XXS", 256, 66, 0, NULL},           {17, "IQ2_XS", 256, 74, 0, NULL},
    {18, "IQ3_XXS", 256, 98, 0, NULL},           {19, "IQ1_S", 256, 50, 0, NULL},
    {20, "IQ4_NL", 32, 18, 0, decode_iq4_nl},    {21, "IQ3_S", 256, 110, 0, NULL},
    {22, "IQ2_S", 256, 82, 0, NULL},             {23, "IQ4_XS", 256, 136, 0, decode_iq4_xs},
    {24, "I8", 1, 1, WZ_DTYPE_I8, NULL},         {25, "I16", 1, 2, WZ_DTYPE_I16, NULL},
    {26, "I32", 1, 4, WZ_DTYPE_I32, NULL},       {27, "I64", 1, 8, WZ_DTYPE_I64, NULL},
    {28, "F64", 1, 8, WZ_DTYPE_F64, NULL},       {29, "IQ1_M", 256, 56, 0, NULL},
    {30, "BF16", 1, 2, WZ_DTYPE_BF16, NULL},     {34, "TQ1_0", 256, 54, 0, NULL},
    {35, "TQ2_0", 256, 66, 0, NULL},             {39, "MXFP4", 32, 17, 0, NULL},
};

const gguf_type *gguf_type_find(uint32_t id)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i].id == id) return &types[i];
    return NULL;
}
