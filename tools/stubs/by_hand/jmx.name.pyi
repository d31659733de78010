class NameManager:
    current: NameManager
