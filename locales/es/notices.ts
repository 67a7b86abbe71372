const kinds = {
  contribution: 'Aportación recibida',
  maturity_30: 'Vence en 30 días',
  maturity_7: 'Vence en 7 días',
  payment: 'Pago enviado',
}
const states = { queued: 'En cola', sent: 'Enviado', failed: 'Fallido', skipped: 'Omitido' }

export default {
  title: 'Avisos a clientes',
  count_one: '{{total}} aviso',
  count_many: '{{total}} avisos',
  count_other: '{{total}} avisos',
  empty: 'No hay avisos que mostrar.',
  emptyHint: 'Los avisos se preparan cuando hay algo que comunicar a un cliente. Cada tipo se activa en Ajustes.',
  search: 'Nombre, CVL o cuenta',
  trouble: 'Fallidos: {{failed}} · Omitidos: {{skipped}}',
  fields: {
    queuedAt: 'Preparado el',
    sentAt: 'Enviado el',
    kind: 'Aviso',
    state: 'Estado',
    reason: 'Motivo',
    client: 'Cliente',
    cvl: 'CVL',
    account: 'Cuenta',
    aboutOn: 'Fecha del evento',
    amount: 'Importe',
    recipient: 'Destinatario',
    attempts: 'Intentos',
    from: 'Desde',
    to: 'Hasta',
  },
  kinds,
  states,
  reasons: {
    noEmail: 'El cliente no tiene correo',
    badEmail: 'El correo no es válido',
    blocked: 'El cliente está bloqueado',
    withdrawn: 'El cliente ha retirado la LOPD',
    off: 'Estos avisos están desactivados',
    over: 'El aviso ya no procede',
    recipientRejected: 'El servidor de correo no acepta la dirección del cliente',
    noConnection: 'Sin conexión con el servidor de correo',
    signInRejected: 'El servidor de correo no acepta el usuario de la entidad',
    messageRejected: 'El servidor de correo ha rechazado el mensaje',
    interrupted: 'Envío interrumpido',
  },
  resend: 'Reenviar',
  resendNamed: 'Reenviar el aviso a {{name}}',
  section: {
    title: 'Avisos enviados',
    lead: 'Avisos enviados al cliente por correo.',
    all: 'Ver todos',
  },
  settings: {
    title: 'Avisos a clientes por correo',
    lead: 'Cada aviso se envía una sola vez, en el idioma del cliente, cuando se produce el evento. Mientras no se activen, no se envía ninguno. Las importaciones no generan avisos.',
    topics: {
      contribution: 'Aportación recibida',
      maturity: 'Vencimiento, 30 y 7 días antes',
      payment: 'Pago enviado',
    },
    coming_one: 'Al activarlo se enviará hoy {{total}} aviso.',
    coming_many: 'Al activarlo se enviarán hoy {{total}} avisos.',
    coming_other: 'Al activarlo se enviarán hoy {{total}} avisos.',
    preview: 'Ver un ejemplo',
    previewOf: 'Ver un ejemplo: {{topic}}',
    previewTitle: 'Ejemplo de aviso',
    previewLead: 'Con los datos de un cliente. No se envía nada.',
    client: 'Cliente',
    clientHint: 'El último que lo habría recibido',
    to: 'Para',
    nobody: 'Sin destinatario: {{reason}}',
    subject: 'Asunto',
    none: 'Este cliente no tiene ningún aviso de este tipo.',
    offTitle: '¿Dejar de enviar los avisos «{{topic}}»?',
    offText: 'Tiene que aprobarlo Dirección. Hasta entonces los clientes los siguen recibiendo.',
    onTitle: '¿Activar los avisos «{{topic}}»?',
    onText: 'Los clientes empezarán a recibirlos por correo. Mira antes un ejemplo.',
    on: 'Activar',
    conflict: 'Otra persona ha cambiado este ajuste. Se muestra el valor actual.',
    log: 'Ver los avisos enviados',
  },
}

/** What lists of all features say of this one. */
export const words = {
  screens: {
    notices: 'Avisos a clientes',
  },
  modules: {
    bt_Avisos: 'Avisos a clientes',
  },
  actions: {
    notice_sent: 'Aviso enviado al cliente',
    notice_failed: 'No se pudo enviar un aviso al cliente',
    notice_skipped: 'Aviso al cliente omitido',
    notice_resent: 'Reenvía un aviso',
    notices_exported: 'Exporta los avisos a clientes',
    notices_switched: 'Activa o desactiva avisos a clientes',
  },
  entities: {
    bt_Avisos: 'Pantalla: Avisos a clientes',
  },
  tasks: {
    notice: 'Avisos a clientes',
  },
  changes: {
    noticeOff: 'Dejar de enviar avisos a clientes: {{topic}}',
    noticeTopics: {
      contribution: 'aportaciones recibidas',
      maturity: 'próximos vencimientos',
      payment: 'pagos enviados',
    },
  },
  jobs: {
    notices_queueMaturities: 'Preparación de avisos de vencimiento',
    notices_send: 'Envío de avisos a clientes',
  },
  timelineKinds: { notice: 'Avisos' },
  timelineEntries: { notice: kinds },
  timelineStates: { notice: states },
  personalTables: {
    client_notice: 'Avisos enviados',
  },
  refusals: {
    'notice.notFailed': 'Solo se pueden reenviar los avisos fallidos u omitidos.',
  },
  auditFields: {
    topic: 'Aviso',
  },
}
