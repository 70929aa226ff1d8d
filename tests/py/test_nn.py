"""wootz.nn: modules, their names, states and the functions behind them."""
import numpy as np
import pytest
import wootz as torch
import wootz.nn as nn
import wootz.nn.functional as F

pytestmark = pytest.mark.usefixtures("no_leak")


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(10, 4)
        self.layers = nn.ModuleList([nn.Linear(4, 4, bias=False) for _ in range(2)])
        self.head = nn.Sequential(nn.Linear(4, 3), nn.ReLU())
        self.register_buffer("scale", torch.tensor([2.0]))
        self.register_buffer("cache", torch.zeros(1), persistent=False)

    def forward(self, ids):
        x = self.embed(ids)
        for layer in self.layers:
            x = layer(x)
        return self.head(x) * self.scale


def test_names_and_states():
    net = Net()
    names = ["embed.weight", "layers.0.weight", "layers.1.weight", "head.0.weight", "head.0.bias"]
    assert [n for n, _ in net.named_parameters()] == names
    state = net.state_dict()
    assert sorted(state) == sorted(names + ["scale"])
    other = Net()
    assert repr(other.load_state_dict(state)) == "<All keys matched successfully>"
    ids = torch.tensor([1, 2, 3])
    assert net(ids).tolist() == other(ids).tolist()
    assert [n for n, _ in net.named_modules()][:3] == ["", "embed", "layers"] and len(list(net.children())) == 3
    with pytest.raises(RuntimeError, match="Missing key"):
        other.load_state_dict({})
    with pytest.raises(RuntimeError, match="size mismatch for scale"):
        other.load_state_dict(dict(state, scale=torch.zeros(2)))
    with pytest.raises(RuntimeError, match="Unexpected key"):
        other.load_state_dict(dict(state, extra=torch.zeros(2)))
    assert other.load_state_dict({}, strict=False).missing_keys


def test_forward_values():
    net = Net()
    ids = torch.tensor([0, 5])
    x = net.embed.weight.numpy()[[0, 5]]
    for layer in net.layers:
        x = x @ layer.weight.numpy().T
    x = np.maximum(x @ net.head[0].weight.numpy().T + net.head[0].bias.numpy(), 0) * 2
    assert np.allclose(net(ids).numpy(), x, atol=1e-5)


def test_conversion_and_modes():
    net = Net().half()
    assert net.embed.weight.dtype is torch.float16 and net.scale.dtype is torch.float16 and isinstance(net.embed.weight, nn.Parameter)
    net.to(torch.float64)
    assert all(p.dtype is torch.float64 for p in net.parameters())
    assert not net.eval().head[0].training and net.train().layers[0].training
    with pytest.raises(TypeError):
        net.to(torch.int32)
    with pytest.raises(TypeError, match="cannot assign"):
        net.embed.weight = torch.zeros(3)
    with pytest.raises(AttributeError):
        net.nothing
    with pytest.raises(NotImplementedError, match="autograd"):
        nn.Parameter(torch.zeros(1), requires_grad=True)


def test_repr():
    assert repr(nn.Sequential(nn.Linear(2, 3), nn.ReLU())) == (
        "Sequential(\n  (0): Linear(in_features=2, out_features=3, bias=True)\n  (1): ReLU()\n)")
    assert repr(nn.Parameter(torch.tensor([1.0]))) == "Parameter containing:\ntensor([1.])"


def test_initial_values():
    torch.manual_seed(0)
    w = nn.Linear(400, 300).weight
    assert w.numpy().std() == pytest.approx(1 / np.sqrt(3 * 400), rel=0.02) and abs(w.numpy()).max() <= 1 / 20
    t = nn.init.trunc_normal_(torch.empty(10000), std=2.0, a=-1.0, b=3.0).numpy()
    assert t.min() >= -1 and t.max() <= 3
    assert nn.init.xavier_uniform_(torch.empty(30, 50)).numpy().std() == pytest.approx(np.sqrt(2 / 80), rel=0.1)


def test_inplace_keyword():
    x = torch.tensor([-1.0, 2.0])
    assert F.relu(x, inplace=False) is not x
    assert F.relu(x, inplace=True) is x and x.tolist() == [0, 2]
    with pytest.raises(TypeError):
        F.relu(x, inplace="yes")


def test_dropout_layer():
    layer = nn.Dropout(0.5)
    x = torch.ones(1000)
    assert layer.eval()(x) is x
    y = layer.train()(x)
    assert set(y.tolist()) == {0.0, 2.0} and 350 < sum(v != 0 for v in y.tolist()) < 650
