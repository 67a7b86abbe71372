export default {
  title: 'Mi día',
  context: 'Hoy es {{date}}',
  clients: 'Ver clientes',
  seeAll: 'Ver todo',
  seeAllOf: 'Ver todo: {{what}}',
  more_one: 'Y {{count}} más.',
  more_many: 'Y {{count}} más.',
  more_other: 'Y {{count}} más.',
  instruct: 'Cambiar instrucción',
  instructFor: 'Cambiar la instrucción de la cuenta {{account}}',
  list: {
    title: 'Qué hacer',
    none: 'Nada pendiente. Lo que venza o espere por ti aparecerá aquí.',
    cut: 'Hay más de lo que cabe en un día: aquí está lo más urgente de cada tipo.',
    levels: { first: 'Primero', today: 'Hoy', later: 'Cuando haya tiempo' },
    levelHints: {
      first:
        'Alguien espera, o el dinero está parado: reuniones de hoy, aprobaciones, vencimientos en dos días y seguimientos de prioridad alta.',
      today:
        'Seguimientos para hoy o vencidos, llamadas por repetir, reuniones sin cerrar, vencimientos de la semana y cumpleaños.',
      later: 'Revisiones vencidas, documentos que caducan y contactos nuevos sin llamar.',
    },
    keys: 'j y k: moverse · Intro: abrir · s: aplazar · z: deshacer',
    actionsOf: 'Acciones: {{name}}',
    call: 'Llamar: {{phone}}',
  },
  reasons: {
    meeting: '{{time}} · {{text}}',
    approval: '{{what}} · {{text}}',
    stopped: 'Cuenta {{text}} parada: {{state}}',
    maturity: 'La cuenta {{text}} vence el {{date}} y no tiene instrucción',
    unclosedMeeting: 'Reunión del {{date}} sin cerrar: {{text}}',
    followUp: '{{text}} · venció el {{date}}',
    followUpToday: '{{text}} · para hoy',
    call: 'Volver a llamar: {{state}} el {{date}}',
    birthday: 'Cumple años el {{date}}',
    birthdayToday: 'Cumple años hoy',
    document: 'El documento de identidad caduca el {{date}}',
    documentExpired: 'El documento de identidad caducó el {{date}}',
    review: 'Revisión vencida el {{date}}; la última fue {{text}}',
    newContact: 'Contacto nuevo desde el {{date}}, sin llamar',
  },
  snooze: {
    action: 'Aplazar',
    of: 'Aplazar: {{name}}',
    tomorrow: 'Hasta mañana',
    nextWorkingDay: 'Hasta el {{day}}',
    nextWeek: 'Hasta la semana que viene',
    otherDay: 'Hasta otro día…',
    title: 'Aplazar: {{name}}',
    until: 'Vuelve el',
    submit: 'Aplazar',
    done: 'Aplazado hasta el {{date}}.',
    undone: 'De vuelta en la lista.',
    takeBack: 'Recuperar',
    takeBackOf: 'Recuperar: {{name}}',
    returns: 'Vuelve el {{date}}',
    shown_one: '{{count}} aplazado',
    shown_many: '{{count}} aplazados',
    shown_other: '{{count}} aplazados',
  },
  week: {
    title: 'Los próximos 7 días',
    day: 'Día',
    meetings: 'Reuniones',
    followUps: 'Seguimientos',
    maturities: 'Vencimientos',
    birthdays: 'Cumpleaños',
    open: '{{what}} del {{date}}: {{count}}',
  },
  tiles: {
    maturities: {
      title: 'Vencen en los próximos 7 días',
      none: 'Ninguna cuenta vence esta semana.',
    },
    requests: {
      title: 'Tus solicitudes en curso',
      none: 'No tienes solicitudes en curso. Aparecerán aquí las que deba aprobar otra persona.',
    },
    blocked: { title: 'Clientes bloqueados', none: 'Ningún cliente bloqueado.' },
    openings: { title: 'Cuentas pendientes de ingreso', none: 'No hay cuentas pendientes de ingreso.' },
    receipts: { title: 'Ingresos sin identificar', none: 'Todos los ingresos están asignados.' },
    payments: { title: 'Pagos por enviar', none: 'No hay pagos aprobados por enviar.' },
    verification: { title: 'Comprobación contable', none: 'Todavía no se ha hecho ninguna comprobación contable.' },
    staff: {
      title: 'Bajas y fin del periodo de prueba',
      none: 'Ninguna baja ni fin de periodo de prueba en 60 días.',
    },
    products: { title: 'Productos a la venta', none: 'Ningún producto a la venta.' },
  },
  states: {
    maturities: {
      pay_out: 'Pagar',
      renew_principal: 'Renovar el capital',
      renew_all: 'Renovar capital e intereses',
      transfer: 'Traspasar a otro producto',
    },
    blocked: { commercial: 'Comercial', documents: 'Documentación', legal: 'Legal', death: 'Fallecimiento' },
    verification: { equal: 'Sin diferencias', differences: 'Hay diferencias' },
    staff: { leaving: 'Último día', probation: 'Fin del periodo de prueba' },
  },
}

/** What lists of all features say of this one. */
export const words = {
  screens: {
    myDay: 'Mi día',
  },
  modules: {
    bt_MiDia: 'Mi día',
  },
  jobs: {
    myDay_mail: 'Mi día: correo de la mañana',
  },
  entities: {
    bt_MiDia: 'Pantalla: Mi día',
  },
}
