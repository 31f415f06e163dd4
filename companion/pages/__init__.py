"""The HTML views. They ask the rules, scoring and sheets, and let `companion.words` speak."""
