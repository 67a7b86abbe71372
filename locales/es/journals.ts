export default {
  title: 'Asiento {{id}}',
  entry: 'Partida doble',
  ledger: 'Cuenta contable',
  account: 'Cuenta del cliente',
  debit: 'Debe',
  credit: 'Haber',
  bookingDate: 'Fecha contable',
  valueDate: 'Fecha valor',
  recordedAt: 'Registrado el',
  by: 'Registrado por',
  automatic: 'Proceso automático',
  description: 'Concepto',
  reverses: 'Anula el asiento',
  reversedBy: 'Anulado por el asiento',
  ledgers: {
    bank: 'Banco',
    unidentified_receipts: 'Cobros sin identificar',
    client_capital: 'Capital de clientes',
    client_payable: 'Pendiente de pago a clientes',
    interest_expense: 'Gasto por intereses',
    tax_payable: 'Hacienda, retenciones',
    penalty_income: 'Ingresos por penalización',
    fee_income: 'Ingresos por comisiones',
    opening_balances: 'Saldos de apertura',
  },
  reversal: {
    action: 'Anular el movimiento',
    reason: 'Motivo',
    lead: 'Lo decide otra persona. Se contabiliza el día en que se aprueba, con la fecha valor del original; los dos quedan en los movimientos.',
    submit: 'Pedir la anulación',
    pending: 'Anulación pedida: espera la aprobación de otra persona.',
    done: 'Movimiento anulado.',
  },
  bars: {
    ledger: {
      isReversal: 'Este asiento anula a otro: no se puede anular.',
      reversed: 'Este asiento ya está anulado.',
      reversalWaits: 'Ya hay una anulación que espera aprobación.',
      ofPayment: 'Este asiento es de un pago que ha salido: si vuelve, anota la devolución en el pago.',
      ofBank: 'Este asiento es de un apunte del banco: se decide sobre él en Ingresos.',
    },
    account: { notActive: 'Una de sus cuentas ya no está activa.' },
  },
}

/** What lists of all features say of this one. */
export const words = {
  actions: {
    journal_posted: 'Contabiliza un movimiento',
    journal_reversed: 'Anula un asiento',
  },
  entities: {
    journal: 'Asiento',
  },
  tasks: {
    reversal: 'Anulación de un movimiento',
  },
  changes: {
    reversal: 'Anular {{amount}} en la cuenta {{account}} ({{who}})',
    reversalOfEntry: 'Anular el asiento {{entry}} de {{amount}}',
  },
}
