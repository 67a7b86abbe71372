export default {
  action: 'Bloquear cliente',
  kind: 'Tipo de bloqueio',
  reason: 'Motivo',
  expectedEnd: 'Fim previsto',
  expectedEndHint: 'O bloqueio termina quando alguém o levanta.',
  kinds: {
    commercial: 'Comercial',
    documents: 'Por documentação',
    legal: 'Legal (penhora, prevenção)',
    death: 'Por óbito',
  },
  effects: {
    commercial: 'Não entra dinheiro novo e os pagamentos precisam de aprovação.',
    documents: 'Não entra dinheiro novo e os pagamentos precisam de aprovação.',
    legal: 'Tudo fica congelado: não entra nem sai dinheiro, nem há renovações. Outra pessoa tem de aprovar.',
    death: 'Tudo fica congelado: não entra nem sai dinheiro, nem há renovações. Outra pessoa tem de aprovar.',
  },
  submit: 'Bloquear',
  done: 'Cliente bloqueado.',
  proposed: 'Proposta enviada. O bloqueio aguarda a aprovação de outra pessoa.',
  lift: 'Levantar o bloqueio',
  liftTitle: 'Levantar o bloqueio: {{kind}}',
  liftLead: 'Outra pessoa tem de aprovar e lerá o motivo.',
  liftReason: 'Motivo para o levantar',
  lifted: 'Bloqueio levantado.',
  liftProposed: 'Proposta enviada. O bloqueio mantém-se até outra pessoa aprovar.',
  by: 'Bloqueado por {{name}}',
  until: 'Fim previsto: {{date}}',
}

/** What lists of all features say of this one. */
export const words = {
  notifications: {
    client: {
      block: { title: 'Bloqueio de um cliente', text: '{{change}}. Consulte a ficha.' },
    },
  },
  actions: {
    client_blocked: 'Bloqueia um cliente',
    client_unblocked: 'Levanta um bloqueio de um cliente',
  },
  tasks: {
    clientBlock: 'Bloqueio de um cliente',
  },
  changes: {
    clientBlock: 'Bloquear {{who}}: {{kind}}',
    clientUnblock: 'Levantar o bloqueio de {{who}}: {{kind}}',
    blockKinds: { commercial: 'comercial', documents: 'por documentação', legal: 'legal', death: 'por óbito' },
  },
  personalTables: {
    client_block: 'Bloqueios',
  },
  refusals: {
    'client.alreadyBlocked': 'O cliente já tem um bloqueio desse tipo.',
    'client.notBlocked': 'O cliente não tem um bloqueio desse tipo.',
    'client.blockWaits': 'Esta alteração do bloqueio já está pendente de aprovação.',
  },
  auditFields: {
    blockKind: 'Bloqueio',
  },
  changeFields: {
    expectedEnd: 'Fim previsto',
  },
}
