"""Everything that makes the weights: data preparation, networks, training, evaluation, export. Needs torch."""
