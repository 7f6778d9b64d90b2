"""What Learn teaches beside the rules: worked examples, the same cards under two rule sets, the family compared.

Data and the engine's answers, as in :mod:`jacknine.analysis.lessons`; no words and no result is written down here.
"""
