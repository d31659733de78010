"""Calls at the edge of what is allowed: odd keys, element types, positions and kinds of arguments, with what MXNet makes of them.

Each line is an expression, `statement; ...; expression` where something is done before. Names at hand: mx, nd, np (mx.np), npx,
onp (NumPy), nan, inf. Classic calls run with MXNet's classic semantics, the others after `npx.set_np()`.
"""

import numpy as onp

CLASSIC = """
a = nd.array([[1,2],[3,4]]); a[True] = 5; a
a = nd.array([[1,2],[3,4]]); a[False] = 5; a
a = nd.array([[1,2],[3,4]]); a[True] = nd.array([5,6]); a
a = nd.array([[1,2],[3,4]]); a[True,0] = 9; a
a = nd.array([[1,2],[3,4]]); a[:,True] = 9; a
a = nd.array([[1,2],[3,4]]); a[None,True] = 9; a
a = nd.array([[1,2],[3,4]]); a[...,True] = 9; a
a = nd.array([[1,2],[3,4]]); a[0,False] = 9; a
a = nd.array([1,2]); a[False] = [3,4]; a
a = nd.array([1,2]); a[True] += 1; a
a = nd.array([[1,2],[3,4]]); a[True] = nd.ones((3,)); a
a = nd.array([[1,2],[3,4]]); a[onp.bool_(False)] = 3; a
a = nd.array([1,2,3]); a[[True,False,True]] = 9; a
nd.array([[1,2],[3,4]])[True]
nd.array([[1,2],[3,4]])[False]
nd.array([[1,2],[3,4]])[1,True]
nd.array([[1,2],[3,4]])[True,True]
nd.array([[1,2],[3,4]])[None,False]
nd.array([[1,2],[3,4]])[...,True]
nd.array([[1,2],[3,4]])[:,True]
nd.array([[1,2],[3,4]])[True,:]
nd.array([[1,2],[3,4]])[onp.bool_(True)]
nd.array([3,-2,7], dtype='int32') + 2**40
nd.array([3,-2,7], dtype='int32') * 2654435761
nd.array([3,-2,7], dtype='int32') < 10**30
nd.array([3,-2,7], dtype='int32') > -2**31-1
nd.array([3,-2,7], dtype='int64') + 2**40
nd.array([3,-2,7], dtype='int64') - 10**30
nd.array([3,-2,7], dtype='uint8') + 2654435761
nd.array([3,-2,7], dtype='uint8') + 300
nd.array([3,-2,7], dtype='int8') * 10**30
10**30 - nd.array([3,-2,7], dtype='int8')
nd.maximum(nd.array([3,-2,7], dtype='int8'), 2**33+5)
a = nd.array([3,-2,7], dtype='int32'); a[1] = 2**40; a
a = nd.array([3,-2,7], dtype='int32'); a[:] = 2**40; a
a = nd.array([3,-2,7], dtype='uint8'); a[::2] = 2654435761; a
a = nd.array([3,-2,7], dtype='int32'); a += 2**40; a
nd.full((2,), 2**33+5, dtype='int32')
nd.arange(3)[True, 0]
nd.arange(3)[True, True]
nd.arange(24).reshape((2,3,4))[True, 0].shape
nd.arange(24).reshape((2,3,4))[False, 0, 1]
nd.arange(6).reshape((2,3))[[0.0, 1.0], [1, 2]]
nd.arange(6).reshape((2,3))[:, onp.array([0.0, 1.7])]
nd.arange(6).reshape((2,3))[onp.array([-0.5, -1.5])]
nd.arange(6).reshape((2,3))[onp.array([2.0])]
nd.arange(6).reshape((2,3))[onp.array([nan])]
nd.arange(6).reshape((2,3))[onp.array(['a'])]
nd.arange(6).reshape((2,3))[[0,1], [0,1,2]]
a = nd.arange(6).reshape((2,3)); a[onp.array([0.0, 1.7])] = nd.array([1,2,3]); a
a = nd.arange(6).reshape((2,3)); a[:, onp.array([0.0, 1.7])] = [[1,2],[3,4]]; a
a = nd.arange(6).reshape((2,3)); a[[0.0, 1.0], [1, 2]] = nd.array([7,8]); a
a = nd.arange(6).reshape((2,3)); a[[0,1], [0,1,2]] = 9; a
nd.arange(3)[0.0:1]
nd.arange(3)[:nd.array([2])]
nd.arange(3)[:onp.float32(2)]
nd.arange(3)[:onp.int64(2)]
nd.arange(6).reshape((2,3))[:, ::2.0]
a = nd.arange(6).reshape((2,3)); a[:, :2.0] = 9; a
nd.zeros((2,), dtype='float33')
nd.zeros((2,), dtype='complex64')
nd.zeros((2,), dtype=object)
nd.zeros((2,), dtype='>f4')
nd.full((2,), 1, dtype='complex64')
nd.empty((2,), dtype='complex64')
nd.array([1], dtype='float33')
nd.array([1], dtype='complex64')
nd.array([1], dtype=object)
nd.arange(3, dtype='complex64')
nd.eye(3, dtype='complex64')
nd.linspace(0, 1, 3, dtype='complex64')
nd.ones(2).astype('complex64')
nd.ones(2).astype('float33')
nd.cast(nd.ones(2), dtype='complex64')
nd.random.uniform(dtype='complex64')
nd.random.multinomial(nd.array([0, 1]), dtype='complex64')
nd.eye(3, dtype='bool')
nd.eye(3, dtype=bool)
nd.linspace(0, 1, 3, dtype='bool')
nd.arange(3, dtype='bool')
nd.topk(nd.array([1, 2]), dtype='bool')
nd.argsort(nd.array([1, 2]), dtype='bool')
nd.one_hot(nd.ones(2), 3, dtype='bool')
nd.ones(2, dtype='bool')
nd.softmax(nd.ones(3), dtype='int32')
nd.softmax(nd.ones(3), dtype=None)
nd.one_hot(nd.ones(3), 3, dtype=None)
nd.array([1, 2]).argsort(dtype=None)
nd.Cast(nd.ones(3), dtype=None)
nd.arange(3, dtype=None)
nd.linspace(0, 1, 3, dtype=None)
nd.ones(2, dtype=None)
nd.full((2,), 1, dtype=None)
nd.random.uniform(dtype=None).dtype.__name__
nd.random.normal(nd.zeros(2), nd.ones(2), dtype=None).dtype.__name__
nd.random.randint(0, 5, dtype=None)
nd.log_softmax(nd.ones(3), dtype='int32')
nd.BatchNorm(nd.ones((2,3)), nd.ones((3,1)), nd.zeros((3,1)), nd.zeros((3,1)), nd.ones((3,1)))
nd.BatchNorm(nd.ones((2,3,2)), nd.ones((1,3)), nd.zeros(3), nd.zeros(3), nd.ones(3))
nd.gather_nd(nd.array([[1,2],[3,4]]), nd.array([[0.7,1.2],[0,1]]))
nd.gather_nd(nd.array([[1,2],[3,4]]), nd.array([[0.7],[0.2]]))
nd.gather_nd(nd.array([[1,2],[3,4]]), nd.array([[-0.7,-1.2],[0,1]]))
nd.gather_nd(nd.array([[1,2],[3,4]]), nd.array([[-0.5],[-1.5]]))
nd.gather_nd(nd.array([[1,2],[3,4]]), nd.array([[-1.99],[0]]))
nd.gather_nd(nd.array([[1,2],[3,4]]), nd.array([[-2.5],[0]]))
nd.gather_nd(nd.array([[1,2],[3,4]]), nd.array([[1.0],[1.01]]))
nd.gather_nd(nd.array([[1,2],[3,4]]), nd.array([[inf],[0]]))
nd.gather_nd(nd.array([[1,2],[3,4]]), nd.array([[-inf],[0]]))
nd.gather_nd(nd.array([[1,2],[3,4]]), nd.array([[-1],[-2]], dtype='int32'))
nd.scatter_nd(nd.array([1,2]), nd.array([[0.7,1.2],[0,1]]), shape=(2,2))
nd.take(nd.array([[1,2],[3,4]]), nd.array([0.7]), mode='raise')
nd.take(nd.array([[1,2],[3,4]]), nd.array([1.2]), mode='raise')
nd.take(nd.array([[1,2],[3,4]]), nd.array([-0.5]), mode='raise')
nd.take(nd.array([[1,2],[3,4]]), nd.array([nan]), mode='raise')
nd.take(nd.array([[1,2],[3,4]]), nd.array([1, 0], dtype='int32'), mode='raise')
nd.take(nd.array([[1,2],[3,4]]), nd.array([-1.5,5.5,2.5,-0.5]), mode='wrap')
nd.take(nd.array([[1,2],[3,4]]), nd.array([nan,inf,-inf]))
nd.pick(nd.array([[1,2],[3,4]]), nd.array([-0.7,-1.2]))
nd.pick(nd.array([[1,2],[3,4]]), nd.array([-1,5]), mode='wrap')
nd.arange(6).reshape((4,-1))
nd.arange(6).reshape((2,2))
nd.arange(6).reshape((7,))
nd.arange(6).reshape((2.0,3))
nd.arange(6).reshape('23')
nd.arange(6).reshape()
nd.arange(6).reshape((-1,-1))
nd.arange(6).reshape((-5,))
nd.random.multinomial((0.5,0.5))
nd.random.multinomial([0.5,0.5])
nd.random.multinomial(onp.array([0.5,0.5]))
nd.random.shuffle([1,2])
mx.sym.random.normal(0, 0, shape=2).eval()
nd.sample_multinomial((0.5,0.5))
nd.add(2, onp.array([1,2]))
nd.add(onp.array([1,2]), 2)
nd.add(nd.array([1,2]), onp.array([1,2]))
nd.add(onp.array([1,2]), nd.array([1,2]))
nd.add(onp.array([1,2]), onp.array([1,2]))
nd.maximum(2, onp.array([1,2]))
nd.add('a', 2)
nd.zeros(nd.array([2,3]))
nd.zeros(nd.array([[2,3],[4,5]]))
nd.ones(nd.ones(1))
nd.empty(nd.array([2,3]))
nd.zeros('a')
nd.zeros(2.5)
nd.zeros((2.5,3))
nd.zeros(None)
nd.zeros(onp.int64(2))
nd.cast(nd.ones(2), nd.ones(2, dtype='int32'))
nd.array([1,2]) + onp.array([1,2])
onp.array([1,2]) + nd.array([1,2])
nd.array([1,2]) + np.array([1,2])
"""

NUMPY = """
np.transpose(np.ones((2,3)), (0,0))
np.percentile(np.array([1,2]), 101)
np.random.gamma(-1)
npx.random.bernoulli(2.0, size=1)
a = np.array([3.0, 5.0]); b = a; a **= 2; (a, b)
a = np.array([3.0, 5.0]); b = a[0:1]; b **= 2; (a, b)
a = np.array([3, 5], dtype='int32'); a **= np.ones((2,1)); a
a = np.array([True, False], dtype='bool'); a **= 2; a
a = np.array([3, 5], dtype='int32'); b = a; a |= 6; (a, b)
a = np.array([3.0, 5.0]); b = a; a *= 2; (a, b)
a = np.array([3.0]); a.attach_grad(); mx.autograd.set_recording(True); b = a * 2; b **= 2; mx.autograd.set_recording(False); b.backward(); a.grad
npx.softmax(np.ones(3), dtype=None)
np.array([3,-2,7], dtype='int32') * 2**40
np.full((2,), 2**40, dtype='int32')
np.full((2,), 2654435761, dtype='uint8')
np.full((2,), 2**40, dtype='int64')
a = np.array([3,-2,7], dtype='int32'); a[1] = 2**40; a
a = np.arange(6).reshape((2,3)); a[True] = 9; a
a = np.arange(6).reshape((2,3)); a[False] = 9; a
a = np.arange(6).reshape((2,3)); a[True, False] = 9; a
a = np.arange(6).reshape((2,3)); a[False, True] = 9; a
a = np.arange(6).reshape((2,3)); a[True, [0,1], [0,1]] = np.array([7,8]); a
a = np.arange(3); a[[True, False, True]] = 9; a
a = np.arange(3); a[[False, False, False]] = 9; a
a = np.arange(3); a[onp.array([True, False, True])] = 9; a
a = np.arange(3); a[np.array([True, False, True], dtype='bool')] = 9; a
a = np.arange(3); a[onp.bool_(True)] = 9; a
a = np.arange(3); a[onp.float32(0)] = 9; a
a = np.arange(3); a[::0] = 9; a
a = np.arange(6).reshape((2,3)); a[:, [True, False, True]] = 9; a
a = np.arange(6).reshape((2,3)); a[:, onp.array([True, False, True])] = 9; a
a = np.arange(6).reshape((2,3)); a[:, np.array([True, False, True], dtype='bool')] = 9; a
a = np.arange(6).reshape((2,3)); a[[0,1], [0,1,2]] = 9; a
a = np.arange(6).reshape((2,3)); a[onp.array([0.0, 1.7])] = np.array([1,2,3]); a
a = np.arange(6).reshape((2,3)); a[np.array(1.0)] = [7]; a
a = np.arange(6).reshape((2,3)); b = a[np.array(1)]; b[:] = 0; a
np.arange(3)[[True, False, True]]
np.arange(3)[onp.array([True, False, True])]
np.arange(3)[onp.bool_(True)]
np.arange(3)[..., True]
np.arange(3)[True, True]
np.arange(6).reshape((2,3))[True, True]
np.arange(6).reshape((2,3))[True, 0]
np.arange(6).reshape((2,3))[0, True]
np.arange(6).reshape((2,3))[True, False]
np.arange(6).reshape((2,3))[:, [True, False, True]]
np.arange(6).reshape((2,3))[:, onp.array([True, False, True])]
np.arange(6).reshape((2,3))[:, np.array([True, False, True], dtype='bool')]
np.arange(6).reshape((2,3))[[0,1], [0,1,2]]
np.arange(6).reshape((2,3))[:, onp.array([0.0, 1.7])]
np.arange(6).reshape((2,3))[:, :2.0]
a = np.array(3.0); a[True] = 9; a
a = np.array(3.0); a[True,] = 9; a
a = np.array(3.0); a[None, True]
a = np.array(3.0); a[0] = 9; a
a = np.array(3.0); a[np.array(0)] = 9; a
a = np.array(3.0); a[onp.array([0,1])] = 9; a
a = np.array(3.0); a[()] = [5.0]; a
a = np.array(3.0); a[()] = onp.array([5.0]); a
a = np.array(3.0); a[()] = np.array([5.0, 6.0]); a
np.zeros((2,), dtype='float33')
np.ones((2,), dtype='float33')
np.zeros((2,), dtype='complex64')
np.ones((2,), dtype='complex64')
np.full((2,), 1, dtype='complex64')
np.empty((2,), dtype='complex64')
np.arange(3, dtype='complex64')
np.array([1], dtype='complex64')
np.array([1]).astype('complex64')
np.array(onp.array([1j]))
np.eye(3, dtype='bool')
np.linspace(0, 1, 3, dtype='bool')
np.logspace(0, 1, 3, dtype='bool')
np.arange(2, dtype=bool)
np.identity(3, dtype='bool')
np.cumsum(np.ones(2), dtype='bool')
np.ones(2, dtype='bool')
npx.one_hot(np.ones(2), 3, dtype='bool')
npx.softmax(np.ones(3), dtype='int32')
npx.batch_norm(np.ones((2,3)), np.ones((3,1)), np.zeros((3,1)), np.zeros((3,1)), np.ones((3,1)))
npx.batch_norm(np.arange(12).reshape((2,3,2)), 2*np.ones((3,1)), np.zeros(3), np.ones((1,3)), np.ones(3), fix_gamma=False)
npx.gather_nd(np.array([[1,2],[3,4]]), np.array([[0.7,1.2],[0,1]]))
np.take(np.array([[1,2],[3,4]]), np.array([0.7]), axis=0)
np.take(np.array([[1,2],[3,4]]), np.array([1.2]), axis=0)
np.take(np.array([[1,2],[3,4]]), np.array([-0.5]), axis=0)
np.take(np.array([[1,2],[3,4]]), np.array([-1.5]), axis=0, mode='wrap')
np.array([[1,2],[3,4]]).take(np.array([1.2]), axis=0)
np.arange(6).reshape((4,-1))
np.add(2, onp.array([1,2]))
np.add(onp.array([1,2]), 2)
np.add([1,2], 2)
np.add('a', 2)
np.add(onp.array([1,2]), onp.array([1,2]))
np.add(np.array([1,2]), onp.array([1,2]))
np.multiply(2, onp.array([1,2]))
np.power(onp.array([1,2]), 2)
np.maximum(2, onp.array([1,2]))
np.equal(2, onp.array([1,2]))
np.add(np.array([1,2]), mx.nd.ones(2))
np.array([1,2]) + onp.array([1,2])
onp.array([1,2]) + np.array([1,2])
np.arange(nan)
np.arange(0, nan)
np.arange(inf)
np.arange(0, 1, nan)
np.arange(0, 1, 0)
np.arange(np.array(3))
np.linspace(0, 1, nan)
np.linspace(nan, 1, 3)
np.linspace(0, inf, 3)
np.linspace(0, 1, 3.0)
np.linspace(0, 1, -1)
np.ones(np.array([2,3]))
np.ones('a')
np.ones(2.5)
np.ones((2.5,3))
np.ones(None)
np.zeros(2.5)
np.full(2.5, 1)
np.ones(onp.int64(2))
np.array(np.arange(3), np.arange(3, dtype='int32'))
np.floor(3)
np.ceil(3)
np.trunc(3)
np.fix(3)
np.floor(2.5)
npx.softmax(np.array(2.0))
npx.softmax(np.array(2.0), axis=0)
npx.softmax(np.array(2.0), axis=1)
npx.log_softmax(np.array(2.0))
"""

CASES = [(False, line) for line in CLASSIC.strip().splitlines()] + [(True, line) for line in NUMPY.strip().splitlines()]


def show(value):
    """A result as lists, strings and numbers: class, element type, shape and elements of an array."""
    if hasattr(value, "asnumpy"):
        host = value.asnumpy()
        return [type(value).__name__, onp.dtype(value.dtype).name, list(value.shape), [repr(float(e)) for e in host.ravel()]]
    if isinstance(value, (list, tuple)):
        return [type(value).__name__, *map(show, value)]
    if isinstance(value, onp.ndarray):
        return ["NumPy", value.dtype.name, list(value.shape), [repr(float(e)) for e in value.ravel()]]
    if isinstance(value, onp.generic):
        return [type(value).__name__, repr(value.item())]
    return repr(value)


def evaluate(mx, numpy, line):
    """What a line gives, or {"error": name of the class}."""
    space = {"mx": mx, "nd": mx.nd, "np": mx.np, "npx": mx.npx, "onp": onp, "nan": float("nan"), "inf": float("inf")}
    *before, last = line.split("; ")
    with mx.util.np_shape(numpy), mx.util.np_array(numpy):
        try:
            for statement in before:
                exec(statement, space)
            return show(eval(last, space))
        except Exception as error:
            return {"error": type(error).__name__}
