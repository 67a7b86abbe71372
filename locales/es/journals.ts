export default {
  title: 'Asiento {{id}}',
  entry: 'Partida doble',
  facts: 'Datos del asiento',
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
    unidentified_receipts: 'Ingresos sin identificar',
    client_capital: 'Capital de clientes',
    client_payable: 'Pendiente de pago a clientes',
    interest_expense: 'Gasto por intereses',
    tax_payable: 'Hacienda, retenciones fiscales',
    penalty_income: 'Ingresos por penalización',
    fee_income: 'Ingresos por comisiones',
    opening_balances: 'Saldos de apertura',
  },
  attribution: {
    title: 'Atribución',
    person: 'Persona',
    role: 'Como',
    share: 'Parte',
    amount: 'Importe',
    nobody: 'Sin gestor',
    isNew: 'Es dinero nuevo: cuenta como captación.',
    isReinvested: 'Es una reinversión: no cuenta como captación.',
    roles: { manager: 'Gestor', partner: 'Partner', advisor: 'Asesor', banker: 'Banker' },
  },
  reversal: {
    title: '¿Anular el asiento {{id}}?',
    action: 'Anular el movimiento',
    reason: 'Motivo',
    lead: 'Otra persona tiene que aprobarlo. Se contabiliza el día de la aprobación con la fecha valor del original; los dos movimientos se conservan.',
    submit: 'Solicitar la anulación',
    pending: 'Anulación solicitada. Pendiente de aprobación.',
    approval: 'Ver la aprobación',
    done: 'Movimiento anulado.',
  },
  bars: {
    ledger: {
      isReversal: 'Este asiento es una anulación: no se puede anular.',
      reversed: 'Este asiento ya está anulado.',
      reversalWaits: 'Ya hay una anulación pendiente de aprobación.',
      ofPayment: 'Corresponde a un pago enviado: si el banco lo devuelve, registra la devolución en el pago.',
      ofBank: 'Corresponde a un apunte bancario: gestiónalo en Ingresos.',
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
  refusals: {
    'ledger.reversed': 'Este movimiento ya está anulado.',
    'ledger.isReversal': 'Una anulación no se puede anular.',
    'ledger.reversalWaits': 'Ya hay una anulación de este movimiento pendiente de aprobación.',
  },
  auditFields: {
    reversedBy: 'Anulado por el asiento n.º',
  },
}
