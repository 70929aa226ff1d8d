/* chat.h - conversations as a model was trained to read them: messages to text and to token ids.
 *
 *     wz_chat *chat;
 *     wz_chat_open("models/storyteller", tokenizer, &chat);
 *     wz_chat_message m[] = {{"user", "Why is the sky blue?", 20, NULL, 0}};
 *     wz_chat_encode(chat, tokenizer, m, 1, WZ_CHAT_PROMPT, &ids, &n);      // then generate until wz_chat_end
 *
 * Formats: ChatML (Qwen, SmolLM2, LFM2), Llama 3, Gemma, Llama 2 and the first Mistral, with what the models' templates
 * add to them (default system messages, dates, the handling of thoughts). Which one is found from the template's text;
 * the template itself, a program, is not run. What a format here cannot express, tools among it, is refused.
 * Text of messages never becomes a token that controls the model. A chat is immutable and may be shared by threads.
 * SPDX-License-Identifier: MIT */
#ifndef WOOTZ_CHAT_H
#define WOOTZ_CHAT_H
#include <wootz/tokenizer.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wz_chat wz_chat;

typedef struct wz_chat_message {
    const char    *role;        /* "system", "user", "assistant" */
    const char    *text;        /* UTF-8, bytes of it */
    size_t         bytes;
    const int64_t *ids;         /* of an answer: its tokens as they were generated, without the one that ended it, used where */
    int64_t        n_ids;       /* the format keeps an answer as it was, so that a session's cache fits; NULL: the text counts */
} wz_chat_message;

enum {
    WZ_CHAT_PROMPT = 1,         /* end with the beginning of the assistant's answer */
    WZ_CHAT_THINK = 2,          /* ask for thoughts, or for none, where the template has a switch; neither: its default */
    WZ_CHAT_NO_THINK = 4
};

/* The format of a model: chat_template.jinja of the folder, or chat_template of its tokenizer_config.json, or the template
 * in the GGUF file, or, where there is no template, what the tokenizer's special tokens tell. */
WZ_API wz_status wz_chat_open(const char *path, const wz_tokenizer *t, wz_chat **out);
/* From a template's text. bos, eos: the tokens' text, or NULL. */
WZ_API wz_status wz_chat_new(const char *template_text, size_t bytes, const char *bos, const char *eos, wz_chat **out);
WZ_API void      wz_chat_free(wz_chat **c);

WZ_API const char *wz_chat_format(const wz_chat *c);      /* "ChatML", "Llama 3", "Gemma", "Llama 2", "Mistral" */
WZ_API const char *wz_chat_end(const wz_chat *c);         /* the text of the token that ends an answer */
WZ_API bool        wz_chat_can_switch_thinking(const wz_chat *c);
/* "26 Jul 2024": what a template that names the day is given; NULL: today. Before the chat is shared. */
WZ_API wz_status   wz_chat_set_date(wz_chat *c, const char *date);

/* *text ends with a NUL; wz_tokenizer_drop frees it, and *ids. */
WZ_API wz_status wz_chat_render(const wz_chat *c, const wz_chat_message *m, int64_t n, int flags, char **text, size_t *bytes);
WZ_API wz_status wz_chat_encode(const wz_chat *c, const wz_tokenizer *t, const wz_chat_message *m, int64_t n, int flags,
                                int64_t **ids, int64_t *n_ids);

#ifdef __cplusplus
}
#endif
#endif
