export default {
  otherHolder: 'O titular não é o cliente',
  title: 'Levantamentos',
  count_one: '{{total}} pagamento',
  count_many: '{{total}} pagamentos',
  count_other: '{{total}} pagamentos',
  empty: 'Não há pagamentos para mostrar.',
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
    cancellation: 'Cancelamento',
  },
  states: {
    requested: 'Pedido',
    approved: 'Aprovado',
    in_batch: 'Em lote',
    sent: 'Enviado',
    paid: 'Pago',
    returned: 'Devolvido',
    rejected: 'Rejeitado',
    canceled: 'Cancelado',
  },
  detail: {
    title: '{{kind}} {{id}}',
    what: 'O que se paga',
    noBankAccount: 'O cliente não tem conta de pagamento',
    bankChanged: 'Conta alterada em {{at}}',
  },
  timeline: {
    title: 'Percurso',
    by: '{{state}} por {{name}}',
    because: 'Motivo: {{reason}}',
  },
  open: 'Ver a aprovação',
  cancel: {
    action: 'Cancelar o levantamento',
    title: 'Cancelar este levantamento?',
    text: 'Os {{amount}} voltam a estar disponíveis na conta {{account}}.',
    confirm: 'Cancelar o levantamento',
  },
  ofAccount: {
    title: 'Levantamentos e pagamentos da conta',
    all: 'Ver todos',
  },
  request: {
    quote: 'Calcular a penalização',
    penalty: 'Sair antes custa {{penalty}}: da conta saem {{debited}} e ficam {{left}} disponíveis.',
    noPart:
      'Desta conta não sai uma parte antes do vencimento: cancela-se por inteiro, e a simulação diz quanto custa.',
    cancel: 'Simular o cancelamento',
    action: 'Pedir levantamento',
    title: 'Levantamento da conta {{number}}',
    available: 'Disponível: {{amount}}',
    none: 'O cliente não tem nenhuma conta de pagamento. Adiciona-a à ficha antes de pedir o levantamento.',
    reasonHint: 'É lido por quem aprova o levantamento.',
    held: 'O montante fica reservado até ser pago, rejeitado ou cancelado.',
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
}
