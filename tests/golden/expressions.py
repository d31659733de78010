"""Expressions whose results under MXNet are stored in expressions.json; evaluated alike by generator and test.

Each entry is an expression, or statements ending in an assignment to `r`. Names at hand: mx, nd, ag, np and the arrays below.
"""

SETUP = """
x = nd.array(np.arange(12).reshape(3, 4))
xi = nd.array([[1, 2], [3, 4]], dtype='int32')
l = nd.array(np.array([2**40, -3]), dtype='int64')
d = nd.array([[0.1, 0.2]], dtype='float64')
u = nd.array([250, 3], dtype='uint8')
h = nd.array([1, 2.5], dtype='float16')
z = nd.array(np.arange(24).reshape(2, 3, 4))
i0 = nd.array([0, 2])
"""

READS = """x[:] is x | x[()] | x[...] is x | x[1] | x[-1] | x[1,2] | x[None] | x[...,None] | x[None,1] | x[1:3] | x[0:0] | x[:,1] | x[:,1:3] | x[::2]
x[::-1] | x[2:0:-1] | x[5] | x[-4] | x[0,9] | x[0,0,0] | x[[0,2]] | x[i0] | x[np.array([1,0])] | x['a'] | x[1.0]
x[[0,1],[1,2]] | x[[0,1],1:3] | x[:,[0,2]] | x[5:] | x[2:1] | z[0] | z[0,1] | z[0,1,2] | z[:,1] | z[...,1] | z[0,...] | z[1,:,2]
z[:,:,1:3] | z[0:1,1:2] | z[[0,1],:,[1,2]] | z[:,[0,1],[1,2]] | z[[[0,1],[1,0]]] | z[1,[0,2]] | z[:,nd.array([1,1])] | z[...,None].shape
z[[0,5]] | z[[-1]] | x[nd.array([[0,1],[1,2]])] | x[np.int64(1)] | x[np.int32(1):] | x[range(2)] | x[(1,)] | x[1][2] | x[0:2][1] | x[True]"""

METHODS = """x.shape | x.size | x.ndim | x.dtype | xi.dtype | x.context | x.stype | x.T | z.T | len(x) | len(z) | x.grad | x.writable
bool(x) | bool(nd.ones((1,))) | bool(nd.zeros((1,))) | x.asscalar() | nd.array([3]).asscalar() | x.asnumpy() | xi.asnumpy() | l.asnumpy()
x.astype('int32') | x.astype('float16') | x.astype(np.float64) | x.astype('float32', copy=False) is x | x.astype('int64').dtype
x.copy() | x.copyto(x) | x.copyto(5) | x.copyto(nd.ones((2,2))) | x.copyto(nd.zeros((3,4))) | x.copyto(mx.cpu(1)).context
x.as_in_context(mx.cpu(0)) is x | x.as_in_context(mx.cpu(1)).context | x.as_in_context(mx.gpu(0)) | x.foo | x.detach() | x.backward()
x.reshape((2,-1)) | x.reshape(2,6) | x.reshape((5,5)) | x.reshape((-1,-1)) | x.reshape((0,-3)) | x.reshape((-3,)) | x.reshape((-1,))
z.reshape((0,-1)) | z.reshape((-2,)) | z.reshape((-3,0)) | z.reshape((0,-3)) | z.reshape((-4,1,2,-2)) | z.reshape((-4,-1,2,0,0)) | z.reshape((0,-4,3,1,0))
z.reshape((-1,0),reverse=True).shape | z.reshape((0,0,-1)) | z.reshape(shape=(4,6)) | z.reshape((6,4),foo=1) | z.reshape(24) | z.reshape((3,3))
x.broadcast_to((2,3,4)) | x.broadcast_to((3,5)) | nd.ones((1,4)).broadcast_to((3,4)) | nd.ones((1,4)).broadcast_like(x) | x.broadcast_axes(axis=0,size=2)
x.expand_dims(0) | x.expand_dims(1) | x.expand_dims(-1).shape | x.flatten() | z.flatten().shape | nd.ones((1,3,1)).squeeze() | nd.ones((1,3,1)).squeeze(axis=0).shape
x.diag() | x.diag(k=1) | x.split(2,axis=1) | x.split_v2((1,3),axis=1) | x.split_v2(2,axis=1) | x.split_v2(5) | x.slice((0,1),(2,3)) | x.slice_axis(axis=1,begin=1,end=3)
x.slice_like(nd.ones((2,2))) | x.take(nd.array([0,2])) | x.take(nd.array([0,9]),mode='wrap') | x.one_hot(3).shape | x.pick(nd.array([0,1,2])) | x.tile((2,1)) | x.repeat(2) | x.repeat(2,axis=1)
x.flip(axis=1) | x.swapaxes(0,1) | x.transpose() | z.transpose((2,0,1)) | x.pad(mode='constant',pad_width=(0,0,0,0)) | x.clip(2,5) | x.sum() | x.sum(axis=0) | x.sum(axis=1,keepdims=True) | z.sum(axis=(0,2)) | z.sum(axis=1,exclude=True)
x.mean() | x.mean(axis=1) | x.prod(axis=0) | x.max() | x.min(axis=0) | x.norm() | x.norm(ord=1,axis=1) | x.argmax() | x.argmax(axis=1) | x.argmin(axis=0) | x.argmax_channel() | x.topk() | x.topk(k=2,ret_typ='value')
x.topk(k=2,ret_typ='both',is_ascend=True) | x.sort(is_ascend=False) | x.argsort() | x.argsort(dtype='int32') | x.sqrt() | x.square() | x.exp() | x.log1p() | x.sign() | x.round() | x.rint() | x.fix() | x.floor() | x.ceil() | x.trunc() | x.tanh() | x.sigmoid() | x.relu() | x.softmax() | x.softmax(axis=0) | x.log_softmax() | x.softmin()
x.abs() | x.rsqrt() | x.cbrt() | x.reciprocal() | x.sin() | x.degrees() | x.radians() | x.zeros_like() | x.ones_like() | x.shape_array() | x.size_array() | x.reshape_like(nd.ones((4,3))) | x.nansum() | x.nanprod(axis=1)
x.depth_to_space(2) | nd.ones((1,4,1,1)).depth_to_space(2) | x.slice_assign(nd.ones((1,2)),(0,0),(1,2),(1,1)) | x.slice_assign_scalar(5,(0,0),(1,2),(1,1))
x.asnumpy().flags.writeable | hash(x) == hash(x) | x in [x] | list(x)[0] | [type(a).__name__ for a in x] | str(x) | repr(xi) | repr(nd.array(5)) | repr(h) | repr(l) | repr(u) | x.attach_grad('foo')
x.tostype('default') is x | np.sum(x) | np.mean(x.asnumpy()) | float(np.ones(1)[0]) | x.as_nd_ndarray() is x | int(xi.size) | xi.norm().dtype | u.sum() | h.sum() | l.sum() | d.sum() | xi.mean() | xi.max() | u.argmax()"""

ARITHMETIC = """x+1 | x+1.5 | 1-x | x-1 | x*2 | 2*x | x/2 | 2/(x+1) | x%5 | 7%(x+1) | x**2 | 2**x | -x | abs(-x) | x+x | x-x | x*x | x/(x+1) | x%(x+1) | x**x | x+x[0] | x*x[:,0:1]
x==1 | x!=1 | x>2 | x>=2 | x<2 | x<=2 | x==x | x>x | 2<x | xi+1 | xi+1.5 | xi*1.5 | xi/2 | xi%3 | xi**2 | xi==xi | -xi | l+1 | l*2 | l+2**41 | l/2 | d+0.1 | d*d | d/3 | u+10 | u*2 | -u | h+1 | h*1e4 | h/3 | u>100
xi+x | x+xi.astype('float32')[0:1,0:1] | x+d | x+'a' | x+None | x==None | x+np.ones((3,4)) | x+np.float64(2) | x+np.float32(2) | x+np.int64(2) | x//2 | x@x | ~x | x+[1] | x+nd.ones((2,2)) | x+True
nd.add(x,1) | nd.add(1,2) | nd.subtract(1,x) | nd.multiply(x,x) | nd.divide(x,2) | nd.modulo(x,5) | nd.power(x,2) | nd.power(2,x) | nd.maximum(x,3) | nd.maximum(3,4) | nd.minimum(x,x[0]) | nd.equal(x,1) | nd.not_equal(1,x) | nd.greater(x,2) | nd.greater(2,x) | nd.lesser_equal(2,x) | nd.logical_and(x,1) | nd.logical_or(x,0) | nd.logical_xor(x,x) | nd.true_divide(x,4) | nd.add('a',x)
nd.elemwise_add(x,x) | nd.elemwise_add(x,x[0]) | nd.broadcast_add(x,1) | nd.broadcast_add(x,x[0]) | nd.relu(x-5) | nd.relu(5) | nd.concat(x,5) | nd.concat(x,x,dim=1) | nd.concat(x,x) | nd.concat(*[x,x],dim=0) | nd.stack(x,x) | nd.stack(x,x,axis=1).shape | nd.foo | nd.add_n(x,x,x)
nd.FullyConnected(x,num_hidden=3) | nd.FullyConnected(x,x) | nd.FullyConnected(x,nd.ones((2,4)),nd.ones((2,)),num_hidden=2) | nd.FullyConnected(x,nd.ones((2,4)),num_hidden=2,no_bias=True) | nd.FullyConnected(data=x,weight=nd.ones((2,4)),num_hidden=2,no_bias=True) | nd.FullyConnected(x,nd.ones((2,4)),None,2,True) | nd.FullyConnected(x,nd.ones((2,5)),num_hidden=2,no_bias=True)
nd.relu(x,out=nd.zeros((2,2))) | nd.relu(x,out=nd.zeros((3,4),dtype='int32')) | nd.relu(x,out=nd.zeros((3,4))) | nd.sum(x,axis=5) | nd.sum(x,axis=(0,1)) | nd.sum(data=x,axis=0,keepdims=1) | nd.dot(x,x.T) | nd.dot(x,x) | nd.batch_dot(z,z,transpose_b=True) | nd.where(x>3,x,-x) | nd.clip(x,a_min=1,a_max=3) | nd.Activation(x,act_type='relu') | nd.Activation(x,act_type='foo') | nd.Activation(x) | nd.cast(x,dtype='int32') | nd.Cast(x,dtype='foo')"""

CREATION = """nd.array(5) | nd.array([]) | nd.array([1,2]) | nd.array([True]) | nd.array(np.ones(2,np.int64)) | nd.array(np.ones(2,np.float64)) | nd.array(xi) | nd.array(np.ones(2,np.uint8),dtype='uint8') | nd.array([1.7],dtype='int32') | nd.array('a') | nd.array([[1,2],[3]]) | nd.array(np.ones((2,2)).T) | nd.array(x,dtype='float16') | nd.array(d).dtype
nd.zeros(5) | nd.zeros((2,3)) | nd.zeros((2,),dtype='bool') | nd.zeros((2,2),ctx=mx.cpu(1)).context | nd.ones((2,),dtype='int64') | nd.ones((2,),'cpu(0)') | nd.full((2,2),3) | nd.full((2,),7,dtype='int32') | nd.empty((2,3)).shape | nd.ones((0,3)) | nd.zeros((2,-1)) | nd.zeros_like(x) | nd.ones_like(xi)
nd.arange(5) | nd.arange(5,dtype='int32') | nd.arange(2,8,2) | nd.arange(0,2,repeat=2) | nd.arange(1,2,0.25) | nd.linspace(0,1,5) | nd.linspace(0,1,5,endpoint=False) | nd.eye(3) | nd.eye(3,k=1) | nd.eye(2,3) | nd.eye(2,dtype='int32') | nd.moveaxis(z,0,2).shape | nd.moveaxis(z,[0,1],[1,0]).shape | nd.histogram(x,bins=3) | nd.onehot_encode(nd.array([0,1]),nd.zeros((2,3))) | nd.concatenate([x,x]).shape | nd.concatenate([x,x],axis=1) | nd.split_v2(x,2,axis=1) | nd.waitall() | nd.NDArray.__name__ | nd.from_numpy(np.ones((2,),np.float32)) | type(nd.op.relu).__name__ | nd.linalg.gemm2(x,x,transpose_b=True) | nd.random.uniform(shape=(2,3)).shape | nd.random.normal(0,1,(2,)).dtype | nd.random.randint(0,3,(2,)).dtype | nd.random.uniform(nd.zeros((2,)),nd.ones((2,)),shape=3).shape | nd.random.uniform(nd.zeros((2,)),1) | nd.random.multinomial(nd.array([0.,1.])) | nd.random.randn(2,3).shape | mx.random.seed('a') | mx.random.uniform(0,1,(3,)).shape | nd.uniform(0,1,shape=(2,)).shape | nd.random_normal(shape=(2,2)).shape"""

STATEMENTS = [
    "x[1] = 7; r = x",
    "x[:] = 3; r = x",
    "x[...] = x[0]; r = x",
    "x[:,1] = -1; r = x",
    "x[::2] = 5; r = x",
    "x[::-1] = x.copy(); r = x",
    "x[[0,2]] = nd.array([9,8,7,6]); r = x",
    "x[i0, 1] = 4; r = x",
    "x[1,2] = 0.5; r = x",
    "xi[0] = 2.7; r = xi",
    "x[0] = np.array([4,3,2,1]); r = x",
    "x[0] = [4,3,2,1]; r = x",
    "x[0] = nd.array([1,2]); r = x",
    "x[9] = 1; r = x",
    "x[0:2] = nd.ones((2,4)); r = x",
    "x[0:2,1:3] = 8; r = x",
    "x[:] = np.ones((3,4)); r = x",
    "x[:] = nd.ones((1,4)); r = x",
    "x[:] = 'a'; r = x",
    "z[:,1,2] = 5; r = z",
    "z[1,...] = 0; r = z",
    "z[...,0] = 1; r = z",
    "z[:,[0,2],1] = 3; r = z",
    "z[None] = 1; r = z",
    "y = x[1]; y[:] = 5; r = x",
    "y = x[0:2]; y[1] = 5; r = x",
    "y = x.reshape((4,3)); y[0] = 5; r = x",
    "y = x.detach(); y[:] = 5; r = x",
    "y = x[:,1]; y[:] = 5; r = x",
    "y = x.T; y[:] = 5; r = x",
    "y = x.reshape((-1,)); x[0] = 5; r = y",
    "y = x[1][1:3]; y[:] = 5; r = x",
    "y = x.expand_dims(0); y[:] = 5; r = x",
    "y = x.expand_dims(0, inplace=True); y[:] = 5; r = x",
    "y = x.flatten(); y[:] = 5; r = x",
    "y = x[1,1:3]; y += 1; r = x",
    "y = x.astype('float32'); y[:] = 5; r = x",
    "y = x.astype('float32', copy=False); y[:] = 5; r = x",
    "y = x.copy(); y[:] = 5; r = x",
    "y = x.as_in_context(mx.cpu(0)); y[:] = 5; r = x",
    "y = x.squeeze(); y[:] = 5; r = x",
    "y = x.slice_axis(axis=0,begin=0,end=1); y[:] = 5; r = x",
    "y = x.swapaxes(0,1); y[:] = 5; r = x",
    "x += 1; r = x",
    "x -= x; r = x",
    "x *= 2; r = x",
    "x /= 2; r = x",
    "x %= 5; r = x",
    "xi += 1.5; r = xi",
    "x += 'a'; r = x",
    "x += nd.ones((2,2)); r = x",
    "x **= 2; r = x",
    "x += x[0]; r = x",
    "y = x; y += 1; r = x",
    "nd.relu(x, out=x); r = x",
    "y = nd.zeros((3,4)); nd.broadcast_add(x, x, out=y); r = y",
    "import pickle; r = pickle.loads(pickle.dumps(x))",
    "import pickle; r = pickle.loads(pickle.dumps([xi, l, h]))",
    "import copy; y = copy.deepcopy(x); y[:] = 0; r = x",
    "with mx.cpu(1):\n    r = nd.zeros((2,)).context",
    "r = mx.cpu(0) == mx.cpu(0), mx.cpu(0) == mx.cpu(1), str(mx.gpu(2)), repr(mx.cpu_pinned()), mx.current_context()",
    "r = mx.Context('foo')",
    "r = mx.Context('cpu', 3).device_id",
    "r = nd.zeros((2,), ctx=mx.gpu(0))",
    "mx.random.seed(3); a = nd.random.normal(shape=(4,)); mx.random.seed(3); b = nd.random.normal(shape=(4,)); r = (a - b).sum()",
    "r = nd.load('/nowhere/x.params')",
    "r = nd.save('/nowhere/x.params', [x])",
    "import tempfile; f = tempfile.mktemp(); nd.save(f, {'a': x, 'b': l}); r = sorted(nd.load(f).items())",
    "import tempfile; f = tempfile.mktemp(); nd.save(f, [x, u]); r = nd.load(f)",
    "import tempfile; f = tempfile.mktemp(); nd.save(f, x); r = nd.load(f)",
    "r = nd.load_frombuffer(b'abc')",
    "r = nd.save('f', 5)",
    "r = nd.save('f', {1: x})",
    "r = nd.from_dlpack(nd.to_dlpack_for_read(x))",
    "r = nd.from_dlpack(x.to_dlpack_for_write())",
]

_G = "x.attach_grad()\nwith ag.record():\n    y = {}\ny.backward()\nr = x.grad"
AUTOGRAD = [
    *[
        _G.format(e)
        for e in (
            "x * 2",
            "(x * x).sum()",
            "x[1] * 3",
            "x[:,1:3] * x[:,0:2]",
            "x[[0,2]] * 2",
            "x.reshape((4,3)) * 2",
            "x.reshape((-1,))[2:5]",
            "x[0] + x[1]",
            "nd.concat(x, x*2)",
            "x.T * 2",
            "x.detach() * x",
            "nd.BlockGrad(x) + x",
            "x.max(axis=1)",
            "x.sum(axis=0) * x[0]",
            "x.astype('float64') * 2",
            "nd.dot(x, x.T)",
            "(x > 3) * x",
            "x.clip(2, 5)",
            "nd.where(x > 5, x, x * 2)",
            "x.split(2, axis=1)[0] * 3",
            "x.norm()",
            "x.softmax()",
            "x.copy() * 3",
            "x.as_in_context(mx.cpu(1)) * 3",
            "x.expand_dims(0) * 2",
            "x.pick(nd.array([0,1,2]))",
            "x.take(nd.array([0,0,2]))",
            "nd.relu(x - 5)",
            "x ** 2",
            "2 ** (x / 4)",
            "1 / (x + 1)",
            "x.mean()",
            "x.flatten().slice_axis(axis=1, begin=0, end=2)",
            "x.topk(k=2, ret_typ='value')",
            "x.sort()",
            "x[1, 2] * 5",
            "x[::2, ::-1] * nd.array([[1,2,3,4],[5,6,7,8]])",
            "x[...] * 2",
        )
    ],
    "x.attach_grad('add')\nfor _ in range(3):\n    with ag.record():\n        y = x * 2\n    y.backward()\nr = x.grad",
    "x.attach_grad('null')\nwith ag.record():\n    y = x * 2\ny.backward()\nr = x.grad",
    "x.attach_grad()\nwith ag.record():\n    y = x * 2\ny.backward(nd.array([[1,2,3,4]]*3))\nr = x.grad",
    "x.attach_grad()\nwith ag.record():\n    y = x * x\ny.backward()\ny.backward()",
    "x.attach_grad()\nwith ag.record():\n    y = x * x\ny.backward(retain_graph=True)\ny.backward()\nr = x.grad",
    "x.attach_grad()\nwith ag.record():\n    x[:] = 2",
    "x.attach_grad()\nwith ag.record():\n    x += 2",
    "x.attach_grad()\nwith ag.record():\n    y = x * 2\n    y[0] = 1",
    "x.attach_grad()\nwith ag.record():\n    y = x * 2\n    y += 1",
    "x.attach_grad()\nwith ag.record():\n    y = nd.zeros((3,4))\n    y[:] = x * 3\ny.backward()\nr = x.grad",
    "x.attach_grad()\nwith ag.record():\n    y = nd.zeros((4,4))\n    y[0:3] = x * 3\ny.backward()\nr = x.grad",
    "x.attach_grad()\nwith ag.record():\n    y = x * 2\ny.attach_grad()\nwith ag.record():\n    w = y * 3\nw.backward()\nr = (x.grad, y.grad)",
    "x.attach_grad()\nw = nd.ones((3,4)); w.attach_grad()\nwith ag.record():\n    y = x * 3\nr = ag.grad(y, [x, w])",
    "x.attach_grad()\nw = nd.ones((3,4)); w.attach_grad()\nwith ag.record():\n    y = x * w * w\nr = ag.grad(y, [x, w])",
    "x.attach_grad()\nwith ag.record():\n    y = x ** 3\n    g = ag.grad(y, x, create_graph=True, retain_graph=True)\n    k = ag.grad(g, x, create_graph=True, retain_graph=True)\n    k = k.sum()\nk.backward()\nr = (g, x.grad)",
    "x.attach_grad()\nwith ag.record():\n    y = nd.sin(x)\n    g = ag.grad(y, x, create_graph=True, retain_graph=True)\ng.backward()\nr = x.grad",
    "x.attach_grad()\nwith ag.record():\n    a = x * 2\n    b = x * 3\nag.backward([a, b])\nr = x.grad",
    "x.attach_grad()\nwith ag.record():\n    a = x * 2\nag.backward([a], [nd.ones((2,)), nd.ones((2,))])",
    "x.attach_grad()\nwith ag.record():\n    a = x * 2\n    b = x * 3\nag.backward([a, b], [nd.ones((3,4)), None])\nr = x.grad",
    "r = ag.grad(x * 2, x)",
    "x.attach_grad()\nr = (ag.is_recording(), ag.is_training())",
    "with ag.record():\n    a = (ag.is_recording(), ag.is_training())\n    with ag.pause():\n        b = (ag.is_recording(), ag.is_training())\n    with ag.predict_mode():\n        c = (ag.is_recording(), ag.is_training())\nr = (a, b, c, ag.is_recording())",
    "with ag.record(train_mode=False):\n    r = ag.is_training()",
    "with ag.train_mode():\n    r = (ag.is_training(), ag.is_recording())",
    "r = (ag.set_recording(True), ag.set_recording(False), ag.set_training(True), ag.set_training(False))",
    "x.attach_grad()\nwith ag.record():\n    y = x * 2\n    with ag.pause():\n        w = y * 5\n    y = y + w\ny.backward()\nr = x.grad",
    "x.attach_grad()\ng = x.grad\nwith ag.record():\n    y = x * 2\ny.backward()\nr = g",
    "x.attach_grad()\nx.grad[:] = 7\nr = x.grad",
    "g = nd.zeros((3,4))\nag.mark_variables([x], [g])\nwith ag.record():\n    y = x * 4\ny.backward()\nr = g",
    "g = nd.zeros((3,4))\nag.mark_variables(x, g, 'add')\nfor _ in range(2):\n    with ag.record():\n        y = x * 4\n    y.backward()\nr = g",
    "class F(ag.Function):\n    def forward(self, a):\n        y = 1 / (1 + nd.exp(-a))\n        self.save_for_backward(y)\n        return y\n    def backward(self, dy):\n        y, = self.saved_tensors\n        return dy * y * (1 - y)\nx.attach_grad()\nwith ag.record():\n    y = F()(x)\ny.backward()\nr = x.grad",
    "class F(ag.Function):\n    def forward(self, a, b):\n        return a * b, a + b\n    def backward(self, da, db):\n        return da * 2, db * 3\nx.attach_grad()\nwith ag.record():\n    y, w = F()(x, x)\n    k = y + w\nk.backward()\nr = x.grad",
    "x.attach_grad()\nwith ag.record():\n    y = x * 2\nx[:] = 100\ny.backward()\nr = x.grad",
    "x.attach_grad()\nwith ag.record():\n    y = x * x\nx[:] = 100\nr = y",
    "d.attach_grad()\nwith ag.record():\n    y = d * d * 3\ny.backward()\nr = d.grad",
    "h.attach_grad()\nwith ag.record():\n    y = h * h\ny.backward()\nr = h.grad",
    "xi.attach_grad()\nr = xi.grad",
    "x.attach_grad()\nwith ag.record():\n    y = nd.Dropout(x, p=0)\ny.backward()\nr = x.grad",
    "x.attach_grad()\nwith ag.record():\n    y = x\ny.backward()\nr = x.grad",
    "x.attach_grad()\nwith ag.record():\n    y = x * 2\nr = y.grad",
    "x.attach_grad()\nx.attach_grad('add')\nwith ag.record():\n    y = x * 2\ny.backward()\nr = x.grad",
]


def split(text):
    """The expressions of a `|`-separated block."""
    return [e.strip() for line in text.splitlines() for e in line.split(" | ") if e.strip()]


def everything():
    """All (group, code) pairs."""
    for group, text in (("reads", READS), ("methods", METHODS), ("arithmetic", ARITHMETIC), ("creation", CREATION)):
        for e in split(text):
            yield group, "r = " + e
    for code in STATEMENTS:
        yield "statements", code
    for code in AUTOGRAD:
        yield "autograd", code


def describe(value, array_type, np):
    """A result as plain JSON data."""
    if isinstance(value, array_type):
        data = value.asnumpy()
        return {
            "nd": list(value.shape),
            "dtype": np.dtype(value.dtype).name,
            "data": np.asarray(data, np.float64).ravel().tolist() if data.dtype.kind != "i" else data.ravel().tolist(),
        }
    if isinstance(value, np.ndarray):
        return {"np": list(value.shape), "dtype": value.dtype.name, "data": np.asarray(value, np.float64).ravel().tolist()}
    if isinstance(value, (list, tuple)):
        return {type(value).__name__: [describe(v, array_type, np) for v in value]}
    if isinstance(value, (bool, int, str, float, type(None))):
        return {type(value).__name__: value}
    if isinstance(value, np.generic):
        return {"scalar": float(value), "dtype": value.dtype.name}
    if isinstance(value, type):
        return {"type": value.__name__}
    return {"text": str(value), "class": type(value).__name__}


def evaluate(code, mx, np):
    """What `code` leaves in `r`, described, or the class and message of what it raised."""
    import warnings

    names = {"mx": mx, "nd": mx.nd, "ag": mx.autograd, "np": np}
    exec(SETUP, names)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(code, names)
            return describe(names.get("r"), mx.nd.NDArray, np)
    except Exception as error:
        return {"error": type(error).__name__, "message": str(error).split("Stack trace")[0].strip()[:400]}
    finally:
        mx.autograd.set_recording(False)
        mx.autograd.set_training(False)
