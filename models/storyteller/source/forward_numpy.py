"""Forward pass of the storyteller in float64 NumPy, against its recorded reference.
A plain statement of the model to read beside the paper, and proof that formulas and reference data agree."""
import json, os, struct, sys
import numpy as np
D = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..')
def load(p):
    b = open(p, 'rb').read(); n = struct.unpack('<Q', b[:8])[0]; h = json.loads(b[8:8+n]); t = {}
    for k, v in h.items():
        if k == '__metadata__': continue
        s, e = v['data_offsets']; raw = b[8+n+s:8+n+e]
        if v['dtype'] == 'BF16': a = (np.frombuffer(raw, '<u2').astype('<u4') << 16).view('<f4')
        else: a = np.frombuffer(raw, {'F32': '<f4', 'I32': '<i4', 'I64': '<i8'}[v['dtype']])
        t[k] = a.reshape(v['shape']).astype(np.float64 if v['dtype'] != 'I32' else np.int64)
    return t
W = load(D + '/model.safetensors'); C = json.load(open(D + '/config.json')); ref = load(D + '/reference/expected_logits.safetensors')
eps = C['rms_norm_eps']; sig = lambda x: 1/(1+np.exp(-x)); silu = lambda x: x*sig(x)
zn = lambda x, w: x/np.sqrt((x*x).mean(-1, keepdims=True)+eps)*(1+w)
def rope(x):                                   # [T,h,d], first part of d
    T, _, d = x.shape; r = int(d*C['partial_rotary_factor']); half = r//2
    f = np.arange(T)[:, None]*C['rope_parameters']['rope_theta']**(-np.arange(half)*2/r); c, s = np.cos(f)[:, None], np.sin(f)[:, None]
    a, b = x[..., :half], x[..., half:r]
    return np.concatenate((a*c-b*s, b*c+a*s, x[..., r:]), -1)
def attention(x, p):
    T = len(x); H, KV, d = C['num_attention_heads'], C['num_key_value_heads'], C['head_dim']
    qg = (x @ W[p+'q_proj.weight'].T).reshape(T, H, 2*d); q, gate = qg[..., :d], qg[..., d:]
    k = (x @ W[p+'k_proj.weight'].T).reshape(T, KV, d); v = (x @ W[p+'v_proj.weight'].T).reshape(T, KV, d)
    q, k = rope(zn(q, W[p+'q_norm.weight'])), rope(zn(k, W[p+'k_norm.weight']))
    k, v = np.repeat(k, H//KV, 1), np.repeat(v, H//KV, 1)
    s = np.einsum('thd,shd->hts', q, k)/np.sqrt(d); s[:, np.triu(np.ones((T, T), bool), 1)] = -np.inf
    s = np.exp(s-s.max(-1, keepdims=True)); s /= s.sum(-1, keepdims=True)
    return (np.einsum('hts,shd->thd', s, v)*sig(gate)).reshape(T, -1) @ W[p+'o_proj.weight'].T
def delta(x, p):
    T = len(x); hk, hv, dk, dv = (C['linear_'+n] for n in ('num_key_heads', 'num_value_heads', 'key_head_dim', 'value_head_dim'))
    u = x @ W[p+'in_proj_qkv.weight'].T; z = (x @ W[p+'in_proj_z.weight'].T).reshape(T, hv, dv)
    b = x @ W[p+'in_proj_b.weight'].T; a = x @ W[p+'in_proj_a.weight'].T
    w = W[p+'conv1d.weight'][:, 0]; K = w.shape[1]; up = np.concatenate((np.zeros((K-1, u.shape[1])), u))
    c = silu(sum(w[:, j]*up[j:j+T] for j in range(K)))
    q, k, v = c[:, :hk*dk].reshape(T, hk, dk), c[:, hk*dk:2*hk*dk].reshape(T, hk, dk), c[:, 2*hk*dk:].reshape(T, hv, dv)
    l2 = lambda t: t/np.sqrt((t*t).sum(-1, keepdims=True)+1e-6)
    q, k = np.repeat(l2(q)/np.sqrt(dk), hv//hk, 1), np.repeat(l2(k), hv//hk, 1)
    beta = sig(b); g = -np.exp(W[p+'A_log'])*np.log1p(np.exp(a+W[p+'dt_bias']))
    S = np.zeros((hv, dk, dv)); o = np.empty((T, hv, dv))
    for t in range(T):
        S = S*np.exp(g[t])[:, None, None]; r = v[t]-np.einsum('hkv,hk->hv', S, k[t])
        S = S+k[t][:, :, None]*(beta[t][:, None]*r)[:, None, :]; o[t] = np.einsum('hkv,hk->hv', S, q[t])
    n = o/np.sqrt((o*o).mean(-1, keepdims=True)+eps)*W[p+'norm.weight']*silu(z)
    return n.reshape(T, -1) @ W[p+'out_proj.weight'].T
def mlp(x, g, u, d): return (silu(x @ W[g].T)*(x @ W[u].T)) @ W[d].T
def moe(x, p):
    l = x @ W[p+'gate.weight'].T; e = np.exp(l-l.max(-1, keepdims=True)); e /= e.sum(-1, keepdims=True)
    top = np.argsort(-e, -1, kind='stable')[:, :C['num_experts_per_tok']]; w = np.take_along_axis(e, top, -1); w /= w.sum(-1, keepdims=True)
    y = np.zeros_like(x)
    for t in range(len(x)):
        for j, i in enumerate(top[t]):
            q = f'{p}experts.{i}.'; y[t] += w[t, j]*mlp(x[t], q+'gate_proj.weight', q+'up_proj.weight', q+'down_proj.weight')
    q = p+'shared_expert.'
    return y+sig(x @ W[p+'shared_expert_gate.weight'].T)*mlp(x, q+'gate_proj.weight', q+'up_proj.weight', q+'down_proj.weight')
ids = ref['input_ids'].reshape(-1); x = W['model.embed_tokens.weight'][ids]; worst = 0
for i, kind in enumerate(C['layer_types']):
    p = f'model.layers.{i}.'; h = zn(x, W[p+'input_layernorm.weight'])
    x = x+(attention(h, p+'self_attn.') if kind == 'full_attention' else delta(h, p+'linear_attn.'))
    x = x+moe(zn(x, W[p+'post_attention_layernorm.weight']), p+'mlp.')
    print(f'layer {i} {kind:17s} max difference {np.abs(x-ref[f"layer_out.{i}"]).max():.2e}')
lg = zn(x, W['model.norm.weight']) @ W['model.embed_tokens.weight'].T
d = np.abs(lg-ref['logits']).max(); same = (lg.argmax(-1) == ref['logits'].argmax(-1)).all()
print(f'logits max difference {d:.2e} (range {ref["logits"].min():.1f}..{ref["logits"].max():.1f}), every argmax equal: {same}')
sys.exit(not (d < 1e-3 and same))
