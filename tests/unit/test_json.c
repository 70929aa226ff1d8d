/* test_json.c - what the JSON reader accepts and refuses, values, places of errors, many keys, allocation failures.
 * SPDX-License-Identifier: MIT */
#include "unit.h"
#include "core/error.h"
#include "core/mem.h"
#include "io/json.h"
#include <locale.h>
#include <time.h>

static json_document parsed(const char *text, size_t n)
{
    json_document d;
    CHECK_MSG(json_parse(text, n, &d) == WZ_OK, "%.60s: %s", text, wz_error());
    return d;
}

static bool refused(const char *text, size_t n, const char *why)
{
    json_document d;
    int64_t       live = mem_live_count();
    bool ok = json_parse(text, n, &d) == WZ_FORMAT && !d.root && !d.arena && strstr(wz_error(), why) && mem_live_count() == live;
    if (!ok) printf("'%.60s': %s\n", text, wz_error());
    json_free(&d);
    return ok;
}
#define REFUSED(text, why) CHECK(refused(text, sizeof(text) - 1, why))

static void accepts(void)
{
    static const char *const good[] = {"0", "-0", "1e5", "1E+5", "-1.5e-3", "true", "false", "null", "\"\"", "[]", "{}", " \t\r\n[ ] ",
                                       "[1,2]", "{\"a\":1}", "[[[[]]]]", "{\"\":{}}", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "1e-999", "\"\x7f\""};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        json_document d = parsed(good[i], strlen(good[i]));
        json_free(&d);
    }
}

static void refuses(void)
{
    REFUSED("", "a value is expected");
    REFUSED("   ", "a value is expected");
    REFUSED("01", "leading zero");
    REFUSED("-01", "leading zero");
    REFUSED("+1", "a value is expected");
    REFUSED("-", "a value is expected");
    REFUSED(".5", "a value is expected");
    REFUSED("1.", "after the point");
    REFUSED("1.e5", "after the point");
    REFUSED("1e", "exponent");
    REFUSED("1e+", "exponent");
    REFUSED("0x10", "follows");
    REFUSED("NaN", "a value is expected");
    REFUSED("Infinity", "a value is expected");
    REFUSED("-Infinity", "a value is expected");
    REFUSED("1e309", "too large");
    REFUSED("-1e309", "too large");
    REFUSED("1e99999999999999999999", "too large");
    REFUSED("tru", "a value is expected");
    REFUSED("nul", "a value is expected");
    REFUSED("True", "a value is expected");
    REFUSED("truex", "follows");
    REFUSED("1 2", "follows");
    REFUSED("{} {}", "follows");
    REFUSED("{}\0", "follows");
    REFUSED("[1,]", "a value is expected");
    REFUSED("[,1]", "a value is expected");
    REFUSED("[1 2]", "',' or ']'");
    REFUSED("[1", "',' or ']'");
    REFUSED("[", "a value is expected");
    REFUSED("{", "a key is expected");
    REFUSED("{\"a\"", "':'");
    REFUSED("{\"a\":", "a value is expected");
    REFUSED("{\"a\":1", "',' or '}'");
    REFUSED("{\"a\":1,}", "a key is expected");
    REFUSED("{a:1}", "a key is expected");
    REFUSED("{1:1}", "a key is expected");
    REFUSED("{'a':1}", "a key is expected");
    REFUSED("[1]]", "follows");
    REFUSED("// c\n1", "a value is expected");
    REFUSED("\"abc", "does not end");
    REFUSED("\"abc\\", "does not end");
    REFUSED("\"abc\\\"", "does not end");
    REFUSED("\"\\x41\"", "unknown escape");
    REFUSED("\"\\u12\"", "four hexadecimal");
    REFUSED("\"\\u12g4\"", "four hexadecimal");
    REFUSED("\"\\u", "does not end");
    REFUSED("\"a\nb\"", "control character");
    REFUSED("\"a\tb\"", "control character");
    REFUSED("\"a\0b\"", "control character");
    REFUSED("\"\\n\x01\"", "control character");
    REFUSED("\"\\ud800\"", "high surrogate");
    REFUSED("\"\\ud800x\"", "high surrogate");
    REFUSED("\"\\ud800\\n12345\"", "high surrogate");
    REFUSED("\"\\ud800\\ud800\"", "high surrogate");
    REFUSED("\"\\udc00\"", "low surrogate");
    REFUSED("\"\x80\"", "UTF-8");
    REFUSED("\"\xC0\x80\"", "UTF-8");         /* overlong NUL */
    REFUSED("\"\xC1\xBF\"", "UTF-8");
    REFUSED("\"\xE0\x80\x80\"", "UTF-8");
    REFUSED("\"\xED\xA0\x80\"", "UTF-8");     /* a surrogate */
    REFUSED("\"\xF0\x80\x80\x80\"", "UTF-8");
    REFUSED("\"\xF4\x90\x80\x80\"", "UTF-8"); /* over U+10FFFF */
    REFUSED("\"\xF5\x80\x80\x80\"", "UTF-8");
    REFUSED("\"\xE2\x82\"", "UTF-8");         /* cut off */
    REFUSED("\"\xE2\x82", "UTF-8");
    REFUSED("\"\\n\xFF\"", "UTF-8");
    REFUSED("\xEF\xBB\xBF{}", "byte order mark");
    REFUSED("\xC2\xA0{}", "a value is expected");
    REFUSED("{\"a\":1,\"b\":2,\"a\":3}", "key 'a' appears twice");
    REFUSED("{\"a\":1,\"\\u0061\":3}", "key 'a' appears twice");
    REFUSED("{\"\":1,\"\":3}", "key '' appears twice");
    REFUSED("{\"x\":{\"n\":0,\n \"n\":0}}", "line 2, column 2 (byte 14): key 'n'");
    REFUSED("{\n  \"k\": 01\n}", "line 2, column 9");
    REFUSED("[1,2,x]", "line 1, column 6 (byte 5)");
    REFUSED("{\"k\\n\xC3\xA9\\u0000\":1,\"k\\n\xC3\xA9\\u0000\":1}", "key 'k \xC3\xA9' appears twice"); /* one line, whatever the key */
}

static void values(void)
{
    static const char text[] = "{\"s\":\"a\\u0000b\\u00e9\\ud83d\\ude00\\uffff\xF0\x9F\x98\x80\",\"b\":true,\"a\":[1,\"x\",null],\"n\":-12}";
    json_document     d = parsed(text, sizeof text - 1);
    const json_value *s = json_get(d.root, "s"), *a = json_get(d.root, "a");
    CHECK(s && s->type == JSON_STRING && s->text_bytes == 16);
    CHECK(s && memcmp(s->text, "a\0b\xC3\xA9\xF0\x9F\x98\x80\xEF\xBF\xBF\xF0\x9F\x98\x80", 17) == 0);
    CHECK(d.root->n == 4 && strcmp(d.root->key[0], "s") == 0 && strcmp(d.root->key[3], "n") == 0 && d.root->key_bytes[1] == 1);
    CHECK(a && a->type == JSON_ARRAY && a->n == 3 && a->item[0]->i == 1 && a->item[2]->type == JSON_NULL && !a->item[0]->text);
    CHECK(json_get(d.root, "b")->truth && json_get(d.root, "n")->i == -12 && json_get(d.root, "n")->number == -12.0);
    CHECK(!json_get(d.root, "x") && !json_get(a, "s") && !json_get(NULL, "s") && !json_get_n(d.root, "s\0", 2));
    json_free(&d);
}

/* Text and the double that is nearest to it. */
static void numbers(void)
{
    static const struct { const char *text; double want; bool integral; int64_t i; } cases[] = {
        {"0", 0.0, true, 0}, {"9007199254740993", 9007199254740992.0, true, 9007199254740993},
        {"9223372036854775807", 9223372036854775808.0, true, INT64_MAX}, {"-9223372036854775808", -9223372036854775808.0, true, INT64_MIN},
        {"9223372036854775808", 9223372036854775808.0, false, 0}, {"-9223372036854775809", -9223372036854775808.0, false, 0},
        {"18446744073709551615", 18446744073709551616.0, false, 0}, {"1.0", 1.0, false, 0}, {"1e2", 100.0, false, 0},
        {"0.1", 0x1.999999999999ap-4, false, 0}, {"1e-6", 0x1.0c6f7a0b5ed8dp-20, false, 0}, {"1e22", 1e22, false, 0}, {"1e23", 0x1.52d02c7e14af6p+76, false, 0},
        {"123456789012345678901234567890", 0x1.8ee90ff6c373ep+96, false, 0},
        {"2.2250738585072011e-308", 0x0.fffffffffffffp-1022, false, 0}, {"2.2250738585072014e-308", 0x1p-1022, false, 0},
        {"4.9406564584124654e-324", 0x1p-1074, false, 0}, {"2.4703282292062327e-324", 0.0, false, 0},
        {"2.47032822920623272088284396434110686182529901307162382212792841250337753635104375932649918180817996189898282347722858865463328355177969898199387398005390939063150356595155702263922908583924491051844359318028499365361525003193704576782492193656236698636584807570015857692692e-324", 0.0, false, 0},
        {"2.4703282292062327208828439643411068618252990130716238221279284125033775363510437593264991818081799618989828234772285886546332835517796989819938739800539093906315035659515570226392290858392449105184435931802849936536152500319370457678249219365623669863658480757001585769269903706311928279558551332927834338409351978015531246597263579574622766465272827220056374006485499977096599470454020828166226237857393450736339007967761930577506740176324673600968951340535537458516661134223766678604862094e-324", 0x1p-1074, false, 0},
        {"1.7976931348623157e308", 0x1.fffffffffffffp1023, false, 0}, {"1.7976931348623158e308", 0x1.fffffffffffffp1023, false, 0},
        {"9007199254740992.999", 9007199254740992.0, false, 0}, {"9007199254740993.0000000000000000000000000000000000000001", 9007199254740994.0, false, 0},
        {"0.000000000000000000000000000000000000000000000000000001", 1e-54, false, 0}, {"100000000000000000000000000000e-29", 1.0, false, 0},
        {"0e999999999999999999", 0.0, false, 0}, {"0.0000e-5", 0.0, false, 0}, {"10000000", 10000000.0, true, 10000000}, {"-3.5E+3", -3500.0, false, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        json_document d = parsed(cases[i].text, strlen(cases[i].text));
        if (!d.root) continue;
        CHECK_MSG(d.root->number == cases[i].want && d.root->integral == cases[i].integral && d.root->i == cases[i].i, "%.40s gave %a %d", cases[i].text,
                  d.root->number, d.root->integral);
        json_free(&d);
    }
    json_document d = parsed("-0", 2);
    CHECK(d.root && d.root->integral && d.root->i == 0 && signbit(d.root->number));
    json_free(&d);
    /* Thousands of digits: as many fraction digits as the exponent takes back. */
    static char text[8200];
    text[0] = '7';
    text[1] = '.';
    memset(text + 2, '0', 8000);
    d = parsed(text, 8002);
    CHECK(d.root && d.root->number == 7.0);
    json_free(&d);
    memset(text, '0', 8200);
    text[1] = '.';
    memcpy(text + 8002, "25e8001", 7);
    d = parsed(text, 8009);
    CHECK(d.root && d.root->number == 2.5);
    json_free(&d);
}

/* Every double printed with 17 digits reads back, and shortest forms too. */
static void round_trips(void)
{
    uint64_t bits = 88172645463325252u;
    int      bad = 0;
    for (int i = 0; i < 20000; i++) {
        double v;
        char   text[64];
        bits ^= bits << 13;
        bits ^= bits >> 7;
        bits ^= bits << 17;
        memcpy(&v, &bits, 8);
        if (!isfinite(v)) continue;
        snprintf(text, sizeof text, i & 1 ? "%.17g" : "%.30e", v);
        json_document d;
        if (json_parse(text, strlen(text), &d) != WZ_OK || d.root->number != v) bad++;
        json_free(&d);
    }
    CHECK_MSG(bad == 0, "%d numbers did not read back", bad);
}

/* Numbers read the same under a locale that writes 1,5. The point is never shown to strtod, so it is enough
 * that the test runs under whatever locale of that kind there is. */
static void locales(void)
{
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "ru_RU.UTF-8", "C"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (setlocale(LC_ALL, names[i])) break;
    json_document d = parsed("[1.5,123456789012345678901234.5678e-3]", 38);
    CHECK(d.root && d.root->item[0]->number == 1.5 && d.root->item[1]->number == 123456789012345678901.2345678);
    json_free(&d);
    setlocale(LC_ALL, "C");
}

static void depth(void)
{
    char text[4 * JSON_MAX_DEPTH];
    for (int n = JSON_MAX_DEPTH - 1; n <= JSON_MAX_DEPTH + 1; n++) {
        json_document d;
        memset(text, '[', (size_t)n);
        memset(text + n, ']', (size_t)n);
        wz_status status = json_parse(text, (size_t)n * 2, &d);
        CHECK((status == WZ_OK) == (n <= JSON_MAX_DEPTH));
        json_free(&d);
    }
    size_t n = 1 << 20;
    char  *deep = malloc(n);
    if (!deep) return;
    memset(deep, '[', n);
    CHECK(refused(deep, n, "nested too deeply"));
    for (size_t i = 0; i < n; i++) deep[i] = "{\"a\":"[i % 5];
    CHECK(refused(deep, n, "nested too deeply"));
    free(deep);
}

/* The header of a large checkpoint: 62,000 keys read and looked up in time that grows with their number. */
static double seconds_for(int n_keys)
{
    size_t room = (size_t)n_keys * 64 + 16, n = 0;
    char  *text = malloc(room);
    if (!text) return 0;
    text[n++] = '{';
    for (int i = 0; i < n_keys; i++) n += (size_t)snprintf(text + n, room - n, "%s\"model.layers.%d.experts.%d.weight\":%d", i ? "," : "", i / 768, i % 768, i);
    text[n++] = '}';
    clock_t       start = clock();
    json_document d = parsed(text, n);
    int           wrong = 0;
    for (int i = 0; i < n_keys; i++) {
        char key[64];
        snprintf(key, sizeof key, "model.layers.%d.experts.%d.weight", i / 768, i % 768);
        const json_value *v = json_get(d.root, key);
        wrong += !v || v->i != i;
    }
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    CHECK(wrong == 0 && d.root && d.root->n == (size_t)n_keys);
    json_free(&d);
    free(text);
    return seconds;
}

static void many_keys(void)
{
    double small = seconds_for(3900), large = seconds_for(62400);
    /* 16 times the keys: 256 times the time if it were quadratic. */
    CHECK_MSG(large < 100 * small + 0.05, "3,900 keys took %g s, 62,400 took %g s", small, large);
}

static void failing_allocations(void)
{
    static const char text[] = "{\"a\":[1,2,{\"b\":\"\\u00e9\"}],\"c\":1,\"d\":1,\"e\":1,\"f\":1,\"g\":1,\"h\":1,\"i\":1,\"j\":1,\"k\":"
                               "123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890.5}";
    static char big[300000]; /* several chunks, a stack that grows */
    size_t      n = 0;
    big[n++] = '[';
    for (int i = 0; i < 30000; i++) n += (size_t)snprintf(big + n, sizeof big - n, "%s[%d]", i ? "," : "", i);
    big[n++] = ']';
    const char *const texts[] = {text, big};
    const size_t      bytes[] = {sizeof text - 1, n};
    for (int k = 0; k < 2; k++) {
        int64_t live = mem_live_count();
        for (int i = 1;; i++) {
            json_document d;
            mem_fail_after(i);
            wz_status status = json_parse(texts[k], bytes[k], &d);
            mem_fail_after(0);
            bool done = status == WZ_OK;
            json_free(&d);
            if (done) {
                CHECK_MSG(i > 3, "only %d allocations", i);
                break;
            }
            CHECK(status == WZ_NOMEM && mem_live_count() == live && strstr(wz_error(), "memory"));
            if (i > 1000) break;
        }
        CHECK(mem_live_count() == live);
    }
}

static void messages(void)
{
    fail(WZ_IO, "%s", "a\nb\tc\x1b[31m\xC3\xA9\xC3|\xFF\xC2\x9B");
    CHECK(strcmp(wz_error(), "a b c?[31m\xC3\xA9?|???") == 0);
    char longer[700];
    for (size_t i = 0; i < sizeof longer - 1; i++) longer[i] = i % 2 ? '\xA9' : '\xC3';
    longer[sizeof longer - 1] = '\0';
    for (int shift = 0; shift < 2; shift++) {
        fail(WZ_IO, "%s%s", shift ? "x" : "", longer);
        CHECK(json_is_utf8(wz_error(), strlen(wz_error())) && strlen(wz_error()) > 500);
        fail_prefix(WZ_IO, "path\n");
        CHECK(json_is_utf8(wz_error(), strlen(wz_error())) && strncmp(wz_error(), "path : ", 7) == 0);
    }
}

int main(void)
{
    accepts();
    refuses();
    values();
    numbers();
    round_trips();
    locales();
    depth();
    many_keys();
    failing_allocations();
    messages();
    CHECK(mem_live_count() == 0);
    return unit_report();
}
