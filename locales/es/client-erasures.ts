export default {
  title: 'Supresiones',
  count_one: '{{total}} supresión',
  count_many: '{{total}} supresiones',
  count_other: '{{total}} supresiones',
  empty: 'No hay ninguna supresión.',
  emptyHint: 'Se solicitan desde la ficha del cliente, y aquí se ve cuándo se pueden hacer.',
  search: 'Nombre o CVL',
  clientTitle: 'Supresión de datos',
  cannot: 'Ahora no se puede suprimir',
  openApproval: 'Ver la aprobación',
  doneLead:
    'Suprimido el {{date}}. Se conservan el CVL, los movimientos y los totales. Lo que queda no permite identificar a la persona.',
  fields: {
    dueOn: 'Se puede suprimir desde',
    dueFrom: 'Desde',
    dueTo: 'Hasta',
    state: 'Estado',
    client: 'Cliente',
    cvl: 'CVL',
    requestedOn: 'Fecha de la solicitud',
    endedOn: 'Fin de la relación',
    reason: 'Motivo',
    askedBy: 'Registrada por',
    doneAt: 'Suprimido el',
  },
  states: {
    scheduled: 'En plazo de conservación',
    due: 'Se puede suprimir',
    asked: 'Pendiente de aprobación',
    done: 'Suprimido',
    withdrawn: 'Anulada',
  },
  stateLeads: {
    scheduled:
      'La entidad tiene que conservar los datos hasta la fecha indicada. Mientras tanto, no se usan para nada más.',
    due: 'El plazo de conservación ha terminado. La supresión la propone una persona y la aprueba otra.',
    asked: 'Otra persona tiene que aprobarla. Hasta entonces no cambia nada.',
    done: 'Suprimido.',
    withdrawn: 'Anulada.',
  },
  obstacles: {
    legalBlock: 'Tiene un bloqueo legal: sus datos se conservan hasta que se levante.',
    openEstate: 'Hay una tramitación por fallecimiento sin terminar.',
    actsForOthers:
      'La persona representa a otro cliente o es titular real de él: da por terminado ese cargo en su ficha.',
    openAccounts: 'Tiene cuentas abiertas o pendientes: ciérralas o cancélalas.',
    moneyOwed: 'Tiene saldo o dinero pendiente de pago: liquídalo.',
    pendingPayments: 'Tiene pagos en curso: espera a que terminen o anúlalos.',
    pendingChanges: 'Hay un cambio, un traspaso o una importación sin terminar.',
  },
  request: {
    title: 'Solicitar la supresión',
    lead: 'Registra la solicitud del cliente. Desde ese momento sus datos solo se conservan: termina su consentimiento comercial, no se le abren cuentas y no se le envía nada.',
    submit: 'Registrar la solicitud',
  },
  withdraw: {
    action: 'Anular la solicitud',
    title: 'Anular la supresión de {{client}} ({{cvl}})',
    text: 'El cliente vuelve a la situación normal. Los consentimientos que terminaron hay que pedirlos de nuevo.',
    submit: 'Anular',
  },
  execute: {
    action: 'Proponer la supresión',
    title: 'Suprimir a {{client}} ({{cvl}})',
    text: 'Cuando otra persona lo apruebe, se borran su identidad, sus documentos, los comentarios y todo lo que lo identifica. No se puede deshacer.',
    submit: 'Proponer',
  },
  retention: {
    title: 'Plazo de conservación',
    lead: 'Los datos de quien ha sido cliente se conservan desde el último contrato o movimiento.',
    never: 'Nunca ha tenido contrato',
    period: 'Plazo',
    years_one: '{{count}} año',
    years_many: '{{count}} años',
    years_other: '{{count}} años',
    source: 'Norma',
    settingsTitle: 'Conservación de los datos de clientes',
    settingsLead:
      'Años que se conservan los datos desde el fin de la relación. Después se puede suprimir a quien lo haya solicitado.',
    change: 'Cambiar el plazo',
    save: 'Guardar',
    yearsLabel: 'Años',
    validFrom: 'Vigente desde',
    setBy: 'Fijado por',
  },
}

/** What lists of all features say of this one. */
export const words = {
  screens: { clientErasures: 'Supresiones', clientErasure: 'Supresión de datos' },
  modules: { bt_Supresiones: 'Supresiones' },
  actions: {
    clientErasures_exported: 'Exporta supresiones de clientes',
    client_erasureRequested: 'Solicita la supresión del cliente',
    client_erasureWithdrawn: 'Anula la solicitud de supresión',
    client_erased: 'Suprime al cliente',
    settings_retentionPeriod: 'Cambia el plazo de conservación',
  },
  entities: { bt_Supresiones: 'Pantalla: Supresiones' },
  jobs: {
    clientErasures_due: 'Supresiones que ya se pueden hacer',
    clientErasures_files: 'Borrado de archivos de clientes suprimidos',
  },
  notifications: {
    clientErasures: { due: { title: 'Supresiones por hacer', text: 'Supresiones que ya se pueden hacer: {{count}}.' } },
  },
  tasks: { clientErasure: 'Supresión de un cliente' },
  changes: { clientErasure: 'Suprimir al cliente {{who}}' },
  personalTables: {
    client_erasure: 'Supresiones solicitadas',
  },
  refusals: {
    'client.restricted': 'El cliente ha pedido la supresión de sus datos: solo se conservan.',
    'erasure.legalBlock': 'El cliente tiene un bloqueo legal. Sus datos se conservan hasta que se levante.',
    'erasure.openEstate': 'Hay una tramitación por fallecimiento sin terminar. Termínala antes de continuar.',
    'erasure.actsForOthers': 'Actúa por otro cliente o es su titular real. Termina antes ese cargo.',
    'erasure.openAccounts':
      'El cliente tiene cuentas abiertas o pendientes. Ciérralas o cancélalas antes de continuar.',
    'erasure.moneyOwed': 'El cliente tiene saldo o dinero pendiente de pago. Liquídalo antes de continuar.',
    'erasure.pendingPayments': 'El cliente tiene pagos en curso. Espera a que terminen o anúlalos.',
    'erasure.pendingChanges':
      'Hay un cambio, un traspaso o una importación del cliente sin terminar. Ciérralo antes de continuar.',
    'erasure.asked': 'La supresión de este cliente ya está solicitada.',
    'erasure.notAsked': 'Nadie ha solicitado la supresión de este cliente, o se ha anulado.',
    'erasure.notDue': 'Todavía hay que conservar los datos de este cliente.',
    'erasure.done': 'Este cliente ya está suprimido.',
  },
}
