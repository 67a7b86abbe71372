export default {
  otherHolder: 'O titular não é o cliente',
  title: 'Levantamentos',
  count_one: '{{total}} pagamento',
  count_many: '{{total}} pagamentos',
  count_other: '{{total}} pagamentos',
  empty: 'Não há pagamentos para mostrar.',
  emptyHint:
    'Um levantamento pede-se na conta do cliente; os vencimentos e as mobilizações criam os outros pagamentos.',
  search: 'Referência, nome, CVL ou conta',
  fields: {
    requestedAt: 'Pedido em',
    state: 'Estado',
    kind: 'Tipo',
    client: 'Cliente',
    cvl: 'CVL',
    account: 'Conta',
    amount: 'Montante',
    penalty: 'Penalização',
    requester: 'Pedido por',
    bankAccount: 'Conta de destino',
    reason: 'Motivo',
    from: 'De',
    to: 'Até',
    holds: 'Reserva saldo da conta',
  },
  kinds: {
    withdrawal: 'Levantamento',
    interest: 'Juros',
    maturity: 'Vencimento',
    cancellation: 'Mobilização',
    inheritance: 'Herança',
  },
  states: {
    requested: 'Pedido',
    approved: 'Aprovado',
    in_batch: 'Em remessa',
    sent: 'Enviado',
    paid: 'Pago',
    returned: 'Devolvido',
    rejected: 'Rejeitado',
    canceled: 'Cancelado',
  },
  detail: {
    title: '{{kind}} {{id}}',
    what: 'Dados do pagamento',
    noBankAccount: 'O cliente não tem conta para pagamentos',
    bankChanged: 'Conta alterada em {{at}}',
  },
  timeline: {
    title: 'Histórico',
    by: '{{state}} por {{name}}',
    because: 'Motivo: {{reason}}',
  },
  open: 'Ver a aprovação',
  cancel: {
    action: 'Cancelar o levantamento',
    title: 'Cancelar este levantamento?',
    text: '{{amount}} voltarão a estar disponíveis na conta {{account}}.',
    confirm: 'Cancelar o levantamento',
  },
  ofAccount: {
    title: 'Levantamentos e pagamentos da conta',
    all: 'Ver todos',
  },
  request: {
    quote: 'Calcular a penalização',
    penalty:
      'A mobilização antecipada tem uma penalização de {{penalty}}: são debitados {{debited}} e ficam {{left}} disponíveis.',
    noPart:
      'Esta conta não permite levantamentos parciais antes do vencimento: só pode ser mobilizada na totalidade. Simule a mobilização para ver o seu custo.',
    cancel: 'Simular a mobilização',
    action: 'Pedir levantamento',
    title: 'Levantamento da conta {{number}}',
    available: 'Disponível: {{amount}}',
    none: 'O cliente não tem nenhuma conta para pagamentos. Adicione-a à ficha antes de pedir o levantamento.',
    reasonHint: 'Será visto por quem aprovar o levantamento.',
    held: 'O montante fica reservado até o levantamento ser pago, rejeitado ou cancelado.',
    allSigned: 'Todos os titulares assinaram',
    submit: 'Pedir levantamento',
    done: 'Levantamento de {{amount}} pedido.',
  },
}

/** What lists of all features say of this one. */
export const words = {
  screens: {
    payments: 'Levantamentos',
    payment: 'Levantamento',
  },
  modules: {
    bt_Retiradas: 'Levantamentos',
  },
  actions: {
    withdrawal_requested: 'Pede um levantamento',
    withdrawal_approved: 'Aprova um levantamento',
    withdrawal_canceled: 'Cancela um levantamento',
    payments_exported: 'Exporta pagamentos',
  },
  entities: {
    payment: 'Pagamento',
    bt_Retiradas: 'Ecrã: Levantamentos',
  },
  tasks: {
    withdrawal: 'Levantamento',
  },
  changes: {
    withdrawal: 'Levantar {{amount}} da conta {{account}} ({{who}})',
  },
  personalTables: {
    payment_order: 'Pagamentos',
    payment_step: 'Passos dos pagamentos',
  },
  refusals: {
    'ledger.ofPayment': 'Corresponde a um pagamento enviado: se o banco o devolver, registe a devolução no pagamento.',
    'withdrawal.noPart':
      'Esta conta não permite levantamentos parciais antes do vencimento: só pode ser mobilizada na totalidade.',
    'withdrawal.belowMinimum':
      'O saldo restante seria inferior ao mínimo do produto. Levante menos ou mobilize a conta na totalidade.',
    'withdrawal.penaltyChanged': 'A penalização mudou. Reveja-a antes de pedir o levantamento.',
    'withdrawal.overAvailable': 'Ultrapassa o disponível da conta: parte do saldo pode estar reservada.',
    'payment.tooLate': 'Este pagamento já não pode ser cancelado.',
    'payment.notSent': 'Este pagamento não foi enviado ou já foi devolvido.',
    'payment.notReturned': 'Este pagamento não tem nenhum montante devolvido para voltar a pagar.',
    'payment.notWaiting': 'Este pagamento não tem nenhuma retenção que se possa aprovar.',
    'payment.asked': 'Já foi pedido e está pendente de aprovação.',
    'withdrawal.overLimit':
      'Somado ao levantado da conta em trinta dias, o montante ultrapassa o seu limite: tem de ser aprovado por uma pessoa com um limite maior.',
  },
  auditFields: {
    availableAfter: 'Disponível depois',
    requested: 'Pedido',
  },
  changeFields: {
    available: 'Disponível',
    allSigned: 'Todos assinaram',
  },
}
