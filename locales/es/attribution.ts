export default {
  anyProduct: 'Cualquier producto',
  anyChannel: 'Cualquier canal',
  shares: { manager: 'Gestor', partner: 'Partner', advisor: 'Asesor', banker: 'Banker' },
  rules: {
    title: 'Reparto de la captación',
    lead: 'Se aplica la regla del producto, antes la de ese producto y canal; si no la hay, la del canal; y si tampoco, la general. Lo ya contabilizado conserva su reparto.',
    none: 'No hay ninguna regla: toda la captación es del gestor.',
    noneInForce: 'No hay ninguna regla vigente ni futura: toda la captación es del gestor.',
    product: 'Producto',
    channel: 'Canal del cliente',
    validFrom: 'Desde',
    validFromHint: 'Para lo que se contabilice desde esa fecha. Lo ya contabilizado conserva su reparto.',
    state: 'Estado',
    states: { current: 'Vigente', coming: 'Futura', past: 'Anterior' },
    setBy: 'Fijada por {{name}}',
    add: 'Añadir regla',
    shares: 'Reparto',
    sharesHint: 'En porcentaje. Si el cliente no tiene alguna de estas figuras, su parte pasa al gestor.',
    whole: 'Suma 100 %.',
    missing: 'Falta {{share}}.',
    over: 'Sobra {{share}}.',
    remove: 'Quitar',
    removeNamed: 'Quitar la regla de {{product}}, {{channel}}, desde el {{date}}',
    removeTitle: '¿Quitar esta regla de reparto?',
    removeText:
      '{{product}}, {{channel}}, desde el {{date}}. Volverá a aplicarse la anterior, si existe. Lo ya contabilizado conserva su reparto.',
    history: 'Ver las anteriores',
  },
  days: {
    title: 'Dinero nuevo',
    lead: 'Una aportación que llega poco después de un pago al cliente o a un cotitular es una reinversión y no cuenta como captación. Lo ya contabilizado no cambia.',
    label: 'Días desde el pago',
    hint: 'De 0 a 365. Con 0, solo las aportaciones del mismo día.',
    save: 'Proponer',
  },
}

/** What lists of all features say of this one. */
export const words = {
  actions: {
    attributionRule_set: 'Fija una regla de reparto de la captación',
    attributionRule_removed: 'Quita una regla de reparto de la captación',
    captation_reinvestmentDaysSet: 'Cambia los días en que una aportación es reinversión',
  },
  entities: {
    attributionRule: 'Regla de reparto de la captación',
  },
  tasks: {
    attribution: 'Reparto de la captación',
  },
  changes: {
    attributionSet:
      'Repartir la captación de {{product}}, {{channel}}, desde el {{from}}: gestor {{manager}} %, partner {{partner}} %, asesor {{advisor}} %, banker {{banker}} %',
    attributionRemoved:
      'Quitar el reparto de la captación de {{product}}, {{channel}}, desde el {{from}}: gestor {{manager}} %, partner {{partner}} %, asesor {{advisor}} %, banker {{banker}} %',
    reinvestmentDaysSet: 'Considerar reinversión lo que llegue hasta {{days}} días después de un pago',
    anyProduct: 'cualquier producto',
    channels: {
      any: 'cualquier canal',
      direct: 'canal directo',
      partner: 'canal partner',
      alliance: 'canal alianza',
    },
  },
  changeFields: {
    productName: 'Nombre del producto',
    clientChannel: 'Canal del cliente',
    managerShare: 'Parte del gestor',
    partnerShare: 'Parte del partner',
    advisorShare: 'Parte del asesor',
    bankerShare: 'Parte del banker',
    reinvestmentDays: 'Días de reinversión',
  },
  changeValues: {
    direct: 'Directo',
  },
}
