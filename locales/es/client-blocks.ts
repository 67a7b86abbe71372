export default {
  action: 'Bloquear cliente',
  kind: 'Tipo de bloqueo',
  reason: 'Motivo',
  expectedEnd: 'Fin previsto',
  expectedEndHint: 'El bloqueo termina cuando alguien lo levanta.',
  kinds: {
    commercial: 'Comercial',
    documents: 'Por documentación',
    legal: 'Legal (embargo, prevención)',
    death: 'Por fallecimiento',
  },
  effects: {
    commercial: 'No entra dinero nuevo y los pagos necesitan aprobación.',
    documents: 'No entra dinero nuevo y los pagos necesitan aprobación.',
    legal: 'Todo queda congelado: no entra ni sale dinero ni se renueva. Tiene que aprobarlo otra persona.',
    death: 'Todo queda congelado: no entra ni sale dinero ni se renueva. Tiene que aprobarlo otra persona.',
  },
  submit: 'Bloquear',
  done: 'Cliente bloqueado.',
  proposed: 'Propuesta enviada. El bloqueo está pendiente de aprobación.',
  lift: 'Levantar el bloqueo',
  liftTitle: 'Levantar el bloqueo: {{kind}}',
  liftLead: 'Tiene que aprobarlo otra persona, que verá el motivo.',
  liftReason: 'Motivo para levantarlo',
  lifted: 'Bloqueo levantado.',
  liftProposed: 'Propuesta enviada. El bloqueo sigue hasta que otra persona lo apruebe.',
  by: 'Bloqueado por {{name}}',
  until: 'Fin previsto: {{date}}',
}

/** What lists of all features say of this one. */
export const words = {
  notifications: {
    client: {
      block: { title: 'Bloqueo de un cliente', text: '{{change}}. Consulta su ficha.' },
    },
  },
  actions: {
    client_blocked: 'Bloquea a un cliente',
    client_unblocked: 'Levanta un bloqueo de un cliente',
  },
  tasks: {
    clientBlock: 'Bloqueo de un cliente',
  },
  changes: {
    clientBlock: 'Bloquear a {{who}}: {{kind}}',
    clientUnblock: 'Levantar el bloqueo de {{who}}: {{kind}}',
    blockKinds: { commercial: 'comercial', documents: 'por documentación', legal: 'legal', death: 'por fallecimiento' },
  },
  personalTables: {
    client_block: 'Bloqueos',
  },
  refusals: {
    'client.alreadyBlocked': 'El cliente ya tiene un bloqueo de ese tipo.',
    'client.notBlocked': 'El cliente no tiene un bloqueo de ese tipo.',
    'client.blockWaits': 'Este cambio del bloqueo ya está pendiente de aprobación.',
  },
  auditFields: {
    blockKind: 'Bloqueo',
  },
  changeFields: {
    expectedEnd: 'Fin previsto',
  },
}
