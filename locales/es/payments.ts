export default {
  otherHolder: 'El titular no es el cliente',
  title: 'Retiradas',
  count_one: '{{total}} pago',
  count_many: '{{total}} pagos',
  count_other: '{{total}} pagos',
  empty: 'No hay pagos que mostrar.',
  emptyHint:
    'Una retirada se solicita desde la cuenta del cliente; los vencimientos y las cancelaciones crean los demás pagos.',
  search: 'Referencia, nombre, CVL o cuenta',
  fields: {
    requestedAt: 'Solicitado el',
    state: 'Estado',
    kind: 'Tipo',
    client: 'Cliente',
    cvl: 'CVL',
    account: 'Cuenta',
    amount: 'Importe',
    penalty: 'Penalización',
    requester: 'Solicitado por',
    bankAccount: 'Cuenta de destino',
    reason: 'Motivo',
    from: 'Desde',
    to: 'Hasta',
    holds: 'Reserva saldo en la cuenta',
  },
  kinds: {
    withdrawal: 'Retirada',
    interest: 'Intereses',
    maturity: 'Vencimiento',
    cancellation: 'Cancelación',
    inheritance: 'Herencia',
  },
  states: {
    requested: 'Solicitado',
    approved: 'Aprobado',
    in_batch: 'En remesa',
    sent: 'Enviado',
    paid: 'Pagado',
    returned: 'Devuelto',
    rejected: 'Rechazado',
    canceled: 'Cancelado',
  },
  detail: {
    title: '{{kind}} {{id}}',
    what: 'Datos del pago',
    noBankAccount: 'El cliente no tiene cuenta de abono',
    bankChanged: 'Cuenta cambiada el {{at}}',
  },
  timeline: {
    title: 'Historial',
    by: '{{state}} por {{name}}',
    because: 'Motivo: {{reason}}',
  },
  open: 'Ver la aprobación',
  cancel: {
    action: 'Cancelar la retirada',
    title: '¿Cancelar esta retirada?',
    text: '{{amount}} volverán a estar disponibles en la cuenta {{account}}.',
    confirm: 'Cancelar la retirada',
  },
  ofAccount: {
    title: 'Retiradas y pagos de la cuenta',
    all: 'Ver todos',
  },
  request: {
    quote: 'Calcular la penalización',
    penalty:
      'La disposición anticipada tiene una penalización de {{penalty}}: se cargan {{debited}} y quedan {{left}} disponibles.',
    noPart:
      'Esta cuenta no admite retiradas parciales antes del vencimiento: solo se puede cancelar completa. Simula la cancelación para ver su coste.',
    cancel: 'Simular la cancelación',
    action: 'Solicitar retirada',
    title: 'Retirada de la cuenta {{number}}',
    available: 'Disponible: {{amount}}',
    none: 'El cliente no tiene ninguna cuenta de abono. Añádela en su ficha antes de solicitar la retirada.',
    reasonHint: 'Lo verá la persona que apruebe la retirada.',
    held: 'El importe queda reservado hasta que se pague, se rechace o se cancele la retirada.',
    allSigned: 'Han firmado todos los titulares',
    submit: 'Solicitar retirada',
    done: 'Retirada de {{amount}} solicitada.',
  },
}

/** What lists of all features say of this one. */
export const words = {
  screens: {
    payments: 'Retiradas',
    payment: 'Retirada',
  },
  modules: {
    bt_Retiradas: 'Retiradas',
  },
  actions: {
    withdrawal_requested: 'Solicita una retirada',
    withdrawal_approved: 'Aprueba una retirada',
    withdrawal_canceled: 'Cancela una retirada',
    payments_exported: 'Exporta pagos',
  },
  entities: {
    payment: 'Pago',
    bt_Retiradas: 'Pantalla: Retiradas',
  },
  tasks: {
    withdrawal: 'Retirada',
  },
  changes: {
    withdrawal: 'Retirar {{amount}} de la cuenta {{account}} ({{who}})',
  },
  personalTables: {
    payment_order: 'Pagos',
    payment_step: 'Pasos de los pagos',
  },
  refusals: {
    'ledger.ofPayment': 'Corresponde a un pago enviado: si el banco lo devuelve, registra la devolución en el pago.',
    'withdrawal.noPart':
      'Esta cuenta no admite retiradas parciales antes del vencimiento: solo se puede cancelar completa.',
    'withdrawal.belowMinimum':
      'El saldo restante sería inferior al mínimo del producto. Retira menos o cancela la cuenta completa.',
    'withdrawal.penaltyChanged': 'La penalización ha cambiado. Revísala antes de solicitar la retirada.',
    'withdrawal.overAvailable': 'Supera el disponible de la cuenta: parte del saldo puede estar reservada.',
    'payment.tooLate': 'Este pago ya no se puede cancelar.',
    'payment.notSent': 'Este pago no se ha enviado o ya se ha devuelto.',
    'payment.notReturned': 'Este pago no tiene ningún importe devuelto que volver a pagar.',
    'payment.notWaiting': 'Este pago no tiene ninguna retención que se pueda aprobar.',
    'payment.asked': 'Ya se ha solicitado y está pendiente de aprobación.',
    'withdrawal.overLimit':
      'Sumado a lo retirado de la cuenta en treinta días, el importe supera tu límite: tiene que aprobarlo una persona con un límite mayor.',
  },
  auditFields: {
    availableAfter: 'Disponible después',
    requested: 'Solicitado',
  },
  changeFields: {
    available: 'Disponible',
    allSigned: 'Han firmado todos',
  },
}
