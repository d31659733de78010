"""Programs on pictures: detectors, generators, segmentation, style, embeddings."""

import itertools

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn


def _draw(*shape):
    return nd.array(np.random.RandomState(0).rand(*shape).astype("float32"))


def _down(channels):
    """Two convolutions with normalization, and half the size."""
    block = nn.HybridSequential()
    for _ in range(2):
        block.add(nn.Conv2D(channels, 3, padding=1), nn.BatchNorm(), nn.Activation("relu"))
    block.add(nn.MaxPool2D(2))
    return block


class TinySSD(gluon.HybridBlock):
    """Five scales, each with predictors of classes and of boxes."""

    SIZES = ((0.2, 0.272), (0.37, 0.447), (0.54, 0.619), (0.71, 0.79), (0.88, 0.961))
    RATIOS = (1, 2, 0.5)

    def __init__(self, classes, **kwargs):
        super().__init__(**kwargs)
        self.classes, each = classes, len(self.SIZES[0]) + len(self.RATIOS) - 1
        with self.name_scope():
            self.stages, self.class_heads, self.box_heads = (nn.HybridSequential() for _ in range(3))
            base = nn.HybridSequential()
            for channels in (16, 32, 64):
                base.add(_down(channels))
            self.stages.add(base, _down(128), _down(128), _down(128), nn.GlobalMaxPool2D())
            for _ in range(5):
                self.class_heads.add(nn.Conv2D(each * (classes + 1), 3, padding=1))
                self.box_heads.add(nn.Conv2D(each * 4, 3, padding=1))

    def hybrid_forward(self, F, x):
        anchors, classes, boxes = [], [], []
        for i, (stage, class_head, box_head) in enumerate(zip(self.stages, self.class_heads, self.box_heads)):
            x = stage(x) if i < 4 else F.Pooling(x, global_pool=True, pool_type="max", kernel=(1, 1))
            anchors.append(F.contrib.MultiBoxPrior(x, sizes=self.SIZES[i], ratios=self.RATIOS))
            classes.append(F.flatten(F.transpose(class_head(x), (0, 2, 3, 1))))
            boxes.append(F.flatten(F.transpose(box_head(x), (0, 2, 3, 1))))
        scores = F.reshape(F.concat(*classes, dim=1), (0, -1, self.classes + 1))
        return F.concat(*anchors, dim=1), scores, F.concat(*boxes, dim=1)


def detector():
    """A `TinySSD`, hybridized."""
    net = TinySSD(2)
    net.initialize(mx.init.Xavier())
    net.hybridize()
    return net


def ssd_training():
    x = _draw(8, 3, 96, 96)
    corner = np.random.RandomState(1).uniform(0, 0.5, (8, 3, 2))
    y = nd.array(np.concatenate([np.arange(3)[None, :, None].repeat(8, 0) % 2, corner, corner + 0.4], -1))
    yield
    net, class_loss = detector(), gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1, "wd": 5e-4})
    while True:
        with autograd.record():
            anchors, scores, boxes = net(x)
            targets, mask, classes = nd.contrib.MultiBoxTarget(
                anchors, y, nd.transpose(scores, (0, 2, 1)), negative_mining_ratio=3.0, negative_mining_thresh=0.5
            )
            loss = class_loss(scores, classes) + nd.mean(nd.smooth_l1((boxes - targets) * mask, scalar=1.0), axis=1)
        loss.backward()
        trainer.step(8)
        yield loss.mean().asscalar()


def ssd_inference():
    x = _draw(8, 3, 96, 96)
    yield
    net = detector()
    while True:
        anchors, scores, boxes = net(x)
        probabilities = nd.transpose(nd.softmax(scores), (0, 2, 1))
        found = nd.contrib.MultiBoxDetection(
            probabilities, boxes, anchors, nms_threshold=0.5, force_suppress=False, threshold=0.1
        )
        kept = nd.contrib.box_nms(found, overlap_thresh=0.45, topk=100, coord_start=2, score_index=1, id_index=0)
        yield kept[:, :10].asnumpy()


class RegionHead(gluon.HybridBlock):
    """A backbone, proposals, and two poolings of the regions before dense layers."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = nn.HybridSequential()
            for channels in (16, 32, 64, 64):
                self.features.add(nn.Conv2D(channels, 3, strides=2, padding=1, activation="relu"))
            self.scores, self.moves = nn.Conv2D(18, 1), nn.Conv2D(36, 1)
            self.dense, self.classes, self.boxes = nn.Dense(256, activation="relu"), nn.Dense(21), nn.Dense(84)

    def hybrid_forward(self, F, x, info):
        y = self.features(x)
        scores, moves = self.scores(y), self.moves(y)
        probabilities = F.reshape(F.softmax(F.reshape(scores, (0, 2, -1, 0)), axis=1), (0, 18, -1, 0))
        probabilities = F.reshape_like(probabilities, scores)
        regions = F.contrib.Proposal(
            F.BlockGrad(probabilities), F.BlockGrad(moves), info, rpn_pre_nms_top_n=600, rpn_post_nms_top_n=64, scales=(2, 4, 8),
            ratios=(0.5, 1, 2), feature_stride=16, rpn_min_size=4
        )  # fmt: skip
        aligned = F.contrib.ROIAlign(y, regions, pooled_size=(7, 7), spatial_scale=1 / 16, sample_ratio=2)
        pooled = F.ROIPooling(y, regions, pooled_size=(7, 7), spatial_scale=1 / 16)
        z = self.dense(F.concat(aligned, pooled, dim=1))
        return self.classes(z), self.boxes(z), scores, moves


def rcnn_head():
    x, info = _draw(1, 3, 320, 320), nd.array([[320, 320, 1]])
    classes, boxes = nd.array(np.arange(64) % 21), _draw(64, 84)
    yield
    net = RegionHead()
    net.initialize(mx.init.Xavier())
    net.hybridize()
    class_loss, box_loss = gluon.loss.SoftmaxCrossEntropyLoss(), gluon.loss.HuberLoss()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.001, "momentum": 0.9})
    while True:
        with autograd.record():
            z, moved, scores, moves = net(x, info)
            loss = class_loss(z, classes).mean() + box_loss(moved, boxes).mean()
            loss = loss + nd.smooth_l1(scores, scalar=3.0).mean() + nd.smooth_l1(moves, scalar=3.0).mean()
        loss.backward()
        trainer.step(1)
        yield loss.asscalar()


def dcgan():
    real, ones, zeros = _draw(16, 3, 32, 32) * 2 - 1, nd.ones((16,)), nd.zeros((16,))
    yield
    generator, critic = nn.HybridSequential(), nn.HybridSequential()
    for channels, stride, pad in ((128, 1, 0), (64, 2, 1), (32, 2, 1)):
        generator.add(nn.Conv2DTranspose(channels, 4, stride, pad, use_bias=False), nn.BatchNorm(), nn.Activation("relu"))
    generator.add(nn.Conv2DTranspose(3, 4, 2, 1, use_bias=False), nn.Activation("tanh"))
    critic.add(nn.Conv2D(32, 4, 2, 1, use_bias=False), nn.LeakyReLU(0.2))
    for channels in (64, 128):
        critic.add(nn.Conv2D(channels, 4, 2, 1, use_bias=False), nn.BatchNorm(), nn.LeakyReLU(0.2))
    critic.add(nn.Conv2D(1, 4, 1, 0, use_bias=False))
    trainers = []
    for net in (generator, critic):
        net.initialize(mx.init.Normal(0.02))
        net.hybridize()
        trainers.append(gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 2e-4, "beta1": 0.5}))
    loss = gluon.loss.SigmoidBinaryCrossEntropyLoss()
    metric = mx.metric.CustomMetric(lambda label, pred: ((pred.ravel() > 0.5) == label.ravel()).mean())
    while True:
        noise = nd.random.normal(0, 1, shape=(16, 100, 1, 1))
        with autograd.record():
            output = critic(real).reshape((-1, 1))
            of_real = loss(output, ones)
            metric.update([ones], [output.sigmoid()])
            fake = generator(noise)
            output = critic(fake.detach()).reshape((-1, 1))
            of_critic = of_real + loss(output, zeros)
            of_critic.backward()
            metric.update([zeros], [output.sigmoid()])
        trainers[1].step(16)
        with autograd.record():
            of_generator = loss(critic(generator(noise)).reshape((-1, 1)), ones)
            of_generator.backward()
        trainers[0].step(16)
        yield nd.mean(of_critic).asscalar(), nd.mean(of_generator).asscalar()


def _pair(channels):
    block = nn.HybridSequential()
    for _ in range(2):
        block.add(nn.Conv2D(channels, 3, padding=1), nn.BatchNorm(), nn.Activation("relu"))
    return block


class UNet(gluon.HybridBlock):
    """Four scales; each way up is a deconvolution and the features of the same scale."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.down, self.ups, self.after = (nn.HybridSequential() for _ in range(3))
            for channels in (16, 32, 64, 128):
                self.down.add(_pair(channels))
            for channels in (64, 32, 16):
                self.ups.add(nn.Conv2DTranspose(channels, 2, 2))
                self.after.add(_pair(channels))
            self.out = nn.Conv2D(1, 1)

    def hybrid_forward(self, F, x):
        kept = []
        for i, block in enumerate(self.down):
            x = block(x if i == 0 else F.Pooling(x, kernel=(2, 2), stride=(2, 2), pool_type="max"))
            kept.append(x)
        for up, after, same in zip(self.ups, self.after, kept[2::-1]):
            x = after(F.concat(up(x), same, dim=1))
        return F.sigmoid(self.out(x))


def unet():
    x = _draw(2, 3, 64, 64)
    y = _draw(2, 1, 64, 64) > 0.5
    yield
    yield from train_unet(itertools.repeat((x, y)))


def train_unet(batches):
    """A step of training for each batch of two pictures."""
    net = UNet()
    net.initialize(mx.init.Xavier())
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 1e-3})
    for x, y in batches:
        with autograd.record():
            p = net(x)
            both = nd.sum(p * y, axis=(1, 2, 3))
            loss = 1 - (2 * both + 1) / (nd.sum(p, axis=(1, 2, 3)) + nd.sum(y, axis=(1, 2, 3)) + 1)
        loss.backward()
        trainer.step(2)
        yield loss.mean().asscalar()


def fcn_sizes():
    pictures = [_draw(1, 3, 48 + 8 * i, 64 + 8 * (i % 4)) for i in range(10)]
    yield
    net = nn.HybridSequential()
    for channels in (16, 32, 64):
        net.add(_down(channels))
    net.add(nn.Conv2D(21, 1), nn.Conv2DTranspose(21, 16, 8, 4))
    net.initialize(mx.init.Xavier())
    net.hybridize()
    while True:
        for x in pictures:
            classes = nd.argmax(net(x), axis=1).asnumpy()
        yield classes


def style_transfer():
    content, style = _draw(1, 3, 64, 64), _draw(1, 3, 64, 64) * 0.5
    yield
    layers = nn.HybridSequential()
    for channels in (16, 32, 64):
        layers.add(nn.Conv2D(channels, 3, padding=1, activation="relu"))
    layers.initialize(mx.init.Xavier())
    layers.hybridize()

    def features(x):
        result = []
        for layer in layers:
            result.append(layer(x))
            x = nd.Pooling(result[-1], kernel=(2, 2), stride=(2, 2), pool_type="avg")
        return result

    def gram(x):
        flat = x.reshape((x.shape[1], -1))
        return nd.dot(flat, flat, transpose_b=True) / x.size

    wanted, grams = features(content)[-1], [gram(y) for y in features(style)]
    picture = gluon.Parameter("picture", shape=content.shape)
    picture.initialize(mx.init.Constant(content))
    trainer = gluon.Trainer([picture], "adam", {"learning_rate": 0.1})
    while True:
        with autograd.record():
            found = features(picture.data())
            loss = nd.square(found[-1] - wanted).mean()
            for y, target in zip(found, grams):
                loss = loss + 1e3 * nd.square(gram(y) - target).mean()
            z = picture.data()
            loss = loss + 10 * ((z[:, :, 1:] - z[:, :, :-1]).abs().mean() + (z[:, :, :, 1:] - z[:, :, :, :-1]).abs().mean())
        loss.backward()
        trainer.step(1)
        yield loss.asscalar()


class VAE(gluon.HybridBlock):
    """Encoder and decoder of two dense layers each."""

    def __init__(self, batch, hidden=400, latent=20, **kwargs):
        super().__init__(**kwargs)
        self.noise = (batch, latent)
        with self.name_scope():
            self.encoder, self.decoder = nn.HybridSequential(), nn.HybridSequential()
            self.encoder.add(nn.Dense(hidden, activation="relu"), nn.Dense(hidden, activation="relu"), nn.Dense(2 * latent))
            self.decoder.add(nn.Dense(hidden, activation="relu"), nn.Dense(hidden, activation="relu"), nn.Dense(784, "sigmoid"))

    def hybrid_forward(self, F, x):
        mean, log_variance = F.split(self.encoder(x), axis=1, num_outputs=2)
        z = mean + F.exp(0.5 * log_variance) * F.random_normal(shape=self.noise)
        y = self.decoder(z)
        distance = 0.5 * F.sum(1 + log_variance - mean * mean - F.exp(log_variance), axis=1)
        return -F.sum(x * F.log(y + 1e-6) + (1 - x) * F.log(1 - y + 1e-6), axis=1) - distance


def vae():
    x = _draw(1000, 784)
    yield
    net = VAE(100)
    net.initialize(mx.init.Xavier())
    net.hybridize()
    batches = mx.io.NDArrayIter(x, batch_size=100, shuffle=True)
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 1e-3})
    while True:
        batches.reset()
        total = 0
        for batch in batches:
            with autograd.record():
                loss = net(batch.data[0])
            loss.backward()
            trainer.step(100)
            total += loss.mean().asscalar()
        yield total


def _embedder():
    net = nn.HybridSequential()
    net.add(nn.Conv2D(16, 3, activation="relu"), nn.MaxPool2D(2), nn.Conv2D(32, 3, activation="relu"), nn.MaxPool2D(2),
            nn.Flatten(), nn.Dense(128, activation="relu"), nn.Dense(32))  # fmt: skip
    net.initialize(mx.init.Xavier())
    net.hybridize()
    return net


def siamese():
    left, right, same = _draw(32, 1, 28, 28), _draw(32, 1, 28, 28) * 0.9, nd.array(np.arange(32) % 2)
    yield
    net = _embedder()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.01, "momentum": 0.9})
    while True:
        with autograd.record():
            distance = nd.sqrt(nd.sum(nd.square(net(left) - net(right)), axis=1) + 1e-8)
            loss = same * distance**2 + (1 - same) * nd.relu(1 - distance) ** 2
        loss.backward()
        trainer.step(32)
        yield loss.mean().asscalar()


def triplet():
    batches = [_draw(32, 1, 28, 28) * scale for scale in (1.0, 0.9, 0.5)]
    yield
    net, measure = _embedder(), gluon.loss.TripletLoss(margin=1)
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 1e-4})
    while True:
        with autograd.record():
            loss = measure(*[net(x) for x in batches])
        loss.backward()
        trainer.step(32)
        yield loss.mean().asscalar()
