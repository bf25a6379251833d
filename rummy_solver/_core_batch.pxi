# batch
