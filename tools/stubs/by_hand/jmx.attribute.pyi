class AttrScope:
    current: AttrScope
