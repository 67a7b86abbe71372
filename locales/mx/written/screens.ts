// Written by `npm run check -- --write`: the `words` of every file beside its folder.
export const screens = {
  paymentBatches: 'Lotes de pagos',
  paymentBatch: 'Lote',
  payments: 'Retiros',
  payment: 'Retiro',
}
