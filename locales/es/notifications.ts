export default {
  title: 'Notificaciones',
  unread: 'Sin leer',
  today: 'Hoy',
  yesterday: 'Ayer',
  readAll: 'Marcar todo como leído',
  loading: 'Cargando las notificaciones',
  empty: 'No tienes notificaciones',
  emptyHint: 'Aquí verás los avisos sobre tu cuenta y sobre Atalaya.',
  older: 'Ver anteriores',
  ways: { app: 'La aplicación de códigos', passkey: 'La llave de acceso «{{name}}»' },
  outcomes: { approved: 'aprobado', rejected: 'rechazado', expired: 'caducado' },
  kinds: {
    signIn: {
      newPlace: {
        title: 'Acceso desde un lugar nuevo',
        text: 'Has entrado desde la dirección {{address}} ({{agent}}). Si no has sido tú, cambia tu contraseña y cierra esa sesión.',
      },
    },
    password: {
      changed: {
        title: 'Contraseña cambiada',
        text: 'Tu contraseña se ha cambiado desde la dirección {{address}}. Si no has sido tú, avisa a tu administrador.',
      },
    },
    google: {
      linked: {
        title: 'Cuenta de Google enlazada',
        text: 'Se ha entrado por primera vez con la cuenta de Google {{email}}, desde la dirección {{address}}. Si no has sido tú, avisa a tu administrador.',
      },
    },
    secondFactor: {
      added: { title: 'Segundo factor añadido', text: '{{way}} protege ahora tu cuenta.' },
      removed: { title: 'Segundo factor quitado', text: '{{way}} ya no protege tu cuenta.' },
    },
    recoveryCode: {
      used: {
        title: 'Código de recuperación usado',
        text: 'Te quedan {{left}}. Puedes crear otros nuevos en tu área personal.',
      },
    },
    recoveryCodes: {
      renewed: {
        title: 'Códigos de recuperación nuevos',
        text: 'Se han creado desde la dirección {{address}} y los anteriores ya no sirven. Si no has sido tú, avisa a tu administrador.',
      },
    },
    permissions: {
      changed: { title: 'Permisos cambiados', text: 'Lo que puedes ver y hacer ha cambiado. El menú ya lo muestra.' },
    },
    employee: {
      accountProposed: {
        title: 'Piden cambiar tus cuentas bancarias',
        text: '{{by}} ha propuesto cambiar dónde te paga la firma. Otra persona tiene que aprobarlo. Si no lo has pedido, avisa a dirección.',
      },
      accountChanged: {
        title: 'Han cambiado tus cuentas bancarias',
        text: '{{by}} lo ha aprobado. Comprueba la cuenta en tu área personal; si no lo has pedido, avisa a dirección.',
      },
      moveFailed: {
        title: 'Cambio de supervisor no realizado',
        text: 'El cambio de {{cvl}} previsto para el {{date}} no se ha hecho. Mira su ficha.',
      },
    },
    ledger: {
      differs: {
        title: 'Los libros no cuadran',
        text: 'La comprobación de la noche ha encontrado diferencias: {{differences}}. Ábrela para ver cuáles.',
      },
    },
    payments: {
      stalled: {
        title: 'Una remesa no termina de contabilizarse',
        text: 'Pagos de {{reference}} que no se pueden contabilizar: {{orders}}. Se vuelve a intentar, cada vez con más pausa.',
      },
    },
    import: {
      stalled: {
        title: 'Una importación no avanza',
        text: 'La importación {{who}} ({{file}}) falla por una causa ajena al archivo. Se vuelve a intentar, cada vez con más pausa.',
      },
    },
    client: {
      bankAccount: {
        title: 'Un cliente cobra en otra cuenta',
        text: '{{change}}. Si no lo esperabas, avisa a dirección.',
      },
      signature: {
        title: 'Cambia quién firma en una cuenta',
        text: '{{change}}. Si no lo esperabas, avisa a dirección.',
      },
    },
    maturities: {
      parked: {
        title: 'Vencimientos en espera',
        text: 'Han vencido sin poder cumplir su instrucción: {{count}}. Su dinero espera sin intereses hasta que digas qué hacer.',
      },
      stopped: {
        title: 'Vencimientos con un impedimento',
        text: 'Vencen en una semana y su instrucción no se puede cumplir: {{count}}. En la lista está el porqué.',
      },
    },
    night: {
      postingFailed: {
        title: 'El proceso de la noche no termina',
        text: 'Los intereses y vencimientos del {{date}} no se han podido contabilizar. Se vuelve a intentar, cada vez con más pausa.',
      },
      verificationFailed: {
        title: 'La comprobación de los libros no termina',
        text: 'La del {{date}} no se ha podido hacer. Se vuelve a intentar, cada vez con más pausa.',
      },
    },
    handover: {
      done: { title: 'Traspaso hecho', text: 'El traspaso a {{name}} está hecho. Clientes: {{clients}}.' },
      undone: {
        title: 'Traspaso deshecho',
        text: 'El traspaso a {{name}} ya no cuenta: los clientes se quedan con quien los llevaba. Clientes: {{clients}}.',
      },
      failed: {
        title: 'Traspaso no realizado',
        text: '{{name}} ya no puede recibir clientes. Siguen con quien los llevaba. Clientes: {{clients}}.',
      },
    },
    maintenance: {
      announced: { title: 'Mantenimiento', text: 'Final previsto: {{until}}.', open: 'Sin final previsto.' },
    },
    approval: {
      waiting: { title: 'Un cambio espera tu decisión', text: '{{maker}} propone: {{change}}.' },
      decided: { title: 'Tu cambio está {{outcome}}', text: '{{change}}.' },
      taskSwitched: {
        title: 'Ajuste de las revisiones',
        text: '{{by}} ha aprobado dejar de pedir: {{task}}.',
        on: '{{by}} ha activado la revisión: {{task}}.',
      },
    },
    setting: { changed: { title: 'Ajuste cambiado', text: '{{by}} ha aprobado: {{change}}.' } },
    limit: { changed: { title: 'Límite cambiado', text: '{{by}} ha aprobado: {{change}}.' } },
    contributionRules: {
      changed: { title: 'Reglas del dinero anotado a mano cambiadas', text: '{{by}} ha aprobado: {{change}}.' },
    },
    contributions: {
      overdue: {
        title: 'Aportaciones sin confirmar',
        text: 'Hay aportaciones anotadas a mano que ningún extracto ha confirmado en plazo. Compruébalas: lo que se paga con ellas espera.',
      },
    },
    firmAccount: { changed: { title: 'Cuenta de los pagos cambiada', text: '{{by}} ha aprobado: {{change}}.' } },
    access: {
      created: {
        title: 'Usuario nuevo',
        text: '{{name}} puede entrar con el perfil {{role}}. Se ha creado en el servidor, con la línea de comandos.',
      },
      directionEnded: {
        title: 'Baja en dirección',
        text: '{{by}} ha terminado el acceso o el contrato de {{name}}, de dirección.',
      },
    },
    secondFactorRoles: {
      changed: { title: 'Segundo factor', text: '{{by}} ha aprobado: {{change}}.' },
    },
    relative: {
      declared: {
        title: 'Te han declarado familiar',
        text: '{{who}} ha declarado que es familia tuya. Confírmalo en tu área personal si es cierto; si no, avisa a recursos humanos.',
      },
    },
    substitution: {
      named: { title: 'Suplencia', text: 'Decides en lugar de {{name}} del {{from}} al {{to}}.' },
      set: { title: 'Suplencia', text: '{{name}} decide en tu lugar del {{from}} al {{to}}.' },
    },
    comment: {
      mentioned: {
        title: 'Te han mencionado',
        text: '{{by}} te menciona en un comentario de {{entity}}.',
      },
    },
    record: {
      assigned: {
        title: 'Estás a cargo',
        text: '{{by}} te ha puesto a cargo de {{entity}}.',
      },
    },
  },
  records: {
    client: 'la ficha de {{name}}',
    account: 'la cuenta {{name}}',
    approval: 'un cambio propuesto',
  },
}
