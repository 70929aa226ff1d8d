/* chat.h - inside the chat formats: what was found out about a template.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_RUNNERS_CHAT_H
#define WZ_RUNNERS_CHAT_H
#include "../src/core/error.h"
#include "../src/core/mem.h"
#include <wootz/chat.h>

typedef enum chat_kind { CHAT_CHATML, CHAT_LLAMA3, CHAT_GEMMA, CHAT_LLAMA2, CHAT_MISTRAL, CHAT_KINDS } chat_kind;

/* What happens to the thoughts within earlier answers. A query is a user's message. */
typedef enum chat_history {
    HISTORY_AS_IT_IS,
    HISTORY_QWEN3,          /* cut before the last query; after it, put back where there are any or the answer is the last */
    HISTORY_QWEN35,         /* cut before the last query, always put back after it */
    HISTORY_LAST_ANSWER,    /* LFM2.5: kept in the last answer only */
    HISTORY_LAST_QUERY      /* LFM2.5: kept after the last query only */
} chat_history;

struct wz_chat {
    chat_kind    kind;
    chat_history history;
    bool         trim;              /* texts are trimmed; Llama 2: the system message too */
    bool         strict;            /* ChatML: a system message only at the start, and a query is needed */
    bool         skips_empty_system;
    bool         opens_thought;     /* the prompt begins the answer with <think> */
    bool         has_switch;        /* enable_thinking */
    bool         dated, dated_now;  /* Llama 3.1: a system block with dates; 3.2: with today's */
    bool         no_system;         /* Gemma 1 and 2 */
    char        *bos, *eos;         /* "" where the template has none */
    char        *separator;         /* Gemma: between the system message and the first of the user */
    char        *system;            /* put in front when there is no system message, or NULL */
    char         date[32];          /* "": today or the template's own */
};
#endif
