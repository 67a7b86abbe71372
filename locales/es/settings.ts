export default {
  context: 'Valen para {{prefix}}. Cada cambio queda en la auditoría.',
  conflict: 'Otra persona ha cambiado los ajustes. Aquí están los últimos: repite tu cambio si aún hace falta.',
  parts: {
    label: 'Partes de los ajustes',
    general: 'General',
    reference: 'Zonas, oficinas y subempresas',
    withholding: 'Retenciones fiscales',
    payments: 'Pagos y límites',
    notices: 'Avisos a clientes',
    accounting: 'Contabilidad',
  },
  maintenance: {
    title: 'Mantenimiento',
    lead: 'Mientras dura, solo entran los administradores. Las demás personas esperan en la página de mantenimiento y vuelven solas a donde estaban; a quien no se mueva en media hora se le cierra la sesión, como siempre.',
    off: 'Abierto a todo el mundo',
    on: 'En mantenimiento desde {{since}}',
    until: 'Final previsto: {{until}}',
    open: 'Final sin fecha prevista',
    message: 'Mensaje',
    messageHint: 'Lo que leerán. Vacío: el texto habitual.',
    length: 'Duración prevista',
    lengths: {
      none: 'Sin previsión',
      minutes_one: '{{count}} minuto',
      minutes_many: '{{count}} minutos',
      minutes_other: '{{count}} minutos',
      hours_one: '{{count}} hora',
      hours_many: '{{count}} horas',
      hours_other: '{{count}} horas',
    },
    begin: 'Empezar el mantenimiento',
    change: 'Cambiar el mensaje',
    end: 'Terminar el mantenimiento',
    confirmTitle: '¿Empezar el mantenimiento de {{prefix}}?',
    confirmText: 'Desde ahora nadie más que los administradores podrá trabajar. Se avisa a todas las personas.',
  },
  currencies: {
    title: 'Divisas',
    lead: 'Los libros están en euros. Con un tipo de cambio, cada persona puede ver los importes convertidos y marcados como tales.',
    currency: 'Divisa',
    currencyHint: 'Tres letras: USD, GBP, MXN…',
    perEuro: 'Unidades por 1 €',
    perEuroHint: 'Por ejemplo: 1,0825',
    validFrom: 'Desde',
    setBy: 'Puesto por',
    setAt: 'Puesto el',
    state: 'Estado',
    states: { current: 'Vigente', coming: 'Futuro', past: 'Anterior' },
    remove: 'Quitar',
    removeNamed: 'Quitar el tipo de {{currency}} desde el {{date}}',
    removed: 'Se ha quitado el tipo de {{currency}} desde el {{date}}.',
    undo: 'Deshacer',
    add: 'Añadir tipo de cambio',
    none: 'No hay ningún tipo de cambio: los importes se ven solo en euros.',
  },
  google: {
    title: 'Google',
    on: 'El acceso con Google está activado.',
    off: 'El acceso con Google está oculto: no hay ningún cliente de Google configurado.',
    how: 'Para activarlo, arranca Atalaya con GOOGLE_CLIENT_ID, el identificador del cliente OAuth de tu organización.',
    client: 'Cliente',
    issuer: 'Emisor',
  },
  mail: {
    title: 'Correo',
    smtp: 'El correo sale por el servidor SMTP configurado.',
    mailbox: 'No hay servidor SMTP: los mensajes se guardan en la carpeta mailbox de los datos.',
    how: 'Para enviarlos, arranca Atalaya con SMTP_URL.',
    waiting: 'En espera',
    failed: 'No entregados',
  },
  secondFactor: {
    addTitle: '¿Exigir un segundo factor al perfil {{role}}?',
    addText:
      'Quien decide con este perfil no tiene segundo factor y no podría aprobar durante 24 horas después de darlo de alta. Por eso lo decide dirección.',
    endTitle: '¿Dejar de exigir un segundo factor al perfil {{role}}?',
    endText: 'Dirección lo decide. Hasta entonces se sigue exigiendo.',
    title: 'Segundo factor',
    lead: 'Estos perfiles no pueden trabajar sin una aplicación de códigos o una llave de acceso. Quien no la tenga, la da de alta al entrar.',
  },
  panel: {
    title: 'Apariencia',
    label: 'Cada persona puede abrir el panel de apariencia',
  },
  checks: {
    title: 'Cambios que revisa otra persona',
    lead: 'Lo marcado no se hace hasta que otra persona lo aprueba. Quitar una revisión lo decide dirección, y se avisa a quien puede aprobar. Lo que ya espera sigue esperando.',
    always:
      'Siempre se revisan: quitar una revisión, los límites de cada perfil, las reglas del dinero anotado a mano, dejar a un perfil sin segundo factor y nombrar suplente de otra persona que decide sobre dinero o permisos.',
    onTitle: '¿Empezar a pedir: {{task}}?',
    onText:
      'Si dirección lo aprueba, desde entonces nadie aprueba dinero, cuentas ni permisos sin un segundo factor dado de alta al menos un día antes. Comprueba antes que quien aprueba lo tiene.',
    on: 'Proponer pedirlo',
    offTitle: '¿Dejar de pedir: {{task}}?',
    offText:
      'Si dirección lo aprueba, desde entonces lo hará una sola persona, al momento. Se avisa a quien puede aprobar y queda en la auditoría.',
    off: 'Proponer quitarla',
    reason: 'Motivo',
    reasonHint: 'Lo leerá quien lo decide.',
    waiting: 'Espera a que otra persona lo apruebe.',
    open: 'Ver la propuesta',
  },
}

/** What lists of all features say of this one. */
export const words = {
  screens: {
    settings: 'Ajustes',
  },
  modules: {
    bt_Ajustes: 'Ajustes',
  },
  notifications: {
    maintenance: {
      announced: {
        title: 'Mantenimiento',
        text: 'Final previsto: {{until}}.',
        open: 'Sin final previsto.',
      },
    },
    setting: {
      changed: {
        title: 'Ajuste cambiado',
        text: '{{by}} ha aprobado: {{change}}.',
      },
    },
    limit: {
      changed: {
        title: 'Límite cambiado',
        text: '{{by}} ha aprobado: {{change}}.',
      },
    },
    contributionRules: {
      changed: {
        title: 'Reglas del dinero anotado a mano cambiadas',
        text: '{{by}} ha aprobado: {{change}}.',
      },
    },
    firmAccount: {
      changed: {
        title: 'Cuenta de los pagos cambiada',
        text: '{{by}} ha aprobado: {{change}}.',
      },
    },
    secondFactorRoles: {
      changed: {
        title: 'Segundo factor',
        text: '{{by}} ha aprobado: {{change}}.',
      },
    },
  },
  actions: {
    firmAccount_set: 'Cambia la cuenta de la que salen los pagos',
    contributionRules_set: 'Cambia las reglas del dinero anotado a mano',
    limit_set: 'Pone un límite',
    limit_removed: 'Quita un límite',
    settings_changed: 'Cambia los ajustes',
    currencyRate_set: 'Pone un tipo de cambio',
    currencyRate_removed: 'Quita un tipo de cambio',
  },
  entities: {
    settings: 'Ajustes',
    currencyRate: 'Tipo de cambio',
    bt_Ajustes: 'Pantalla: Ajustes',
  },
  tasks: {
    paymentRate: 'Tipo de cambio de los pagos',
    limit: 'Límite de un perfil',
    contributionRules: 'Reglas del dinero anotado a mano',
    firmAccount: 'Cuenta de la que salen los pagos',
    secondFactorRole: 'Segundo factor de un perfil',
  },
  changes: {
    paymentRate: 'Pagar el {{rateOn}} a {{perEuro}} {{who}} por euro',
    limitSet: 'Límite de {{kind}} de {{role}}: {{value}} desde el {{from}}',
    limitRemoved: 'Quitar el límite de {{kind}} de {{role}} que empieza el {{from}}',
    limitKinds: {
      withdrawal: 'retirada',
      contribution: 'ingreso anotado a mano',
      bonus: 'interés extra',
    },
    points: '{{points}} puntos',
    anyAmount: 'sin límite',
    contributionRules: 'Fecha valor hasta {{days}} días hábiles atrás; confirmación del banco en {{confirmDays}}',
    firmAccount: 'Pagar desde la cuenta {{account}}',
    secondFactorRole: 'Dejar de exigir un segundo factor al perfil {{role}}',
    secondFactorRoleOn: 'Exigir un segundo factor al perfil {{role}}',
  },
}
