export default {
  signIn: 'Iniciar sesión',
  home: 'Ir al inicio',
  landing: {
    title: 'Cada cliente, cada cuenta y cada cifra, explicados al céntimo',
    lead: 'Atalaya es la herramienta interna del equipo para gestionar a sus clientes. El acceso lo da de alta un administrador.',
    clients: {
      title: 'Clientes y cuentas',
      text: 'La cartera de cada gestor, con los datos, los documentos y el saldo de cada cuenta.',
    },
    figures: {
      title: 'Cifras que cuadran',
      text: 'Contabilidad de partida doble que no se borra: cada saldo se puede recalcular.',
    },
    access: {
      title: 'Permisos por perfil',
      text: 'El perfil determina lo que cada persona ve y hace, y todos los cambios quedan registrados.',
    },
  },
  maintenance: {
    title: 'En mantenimiento',
    text: 'Estamos realizando tareas de mantenimiento. Tus datos están a salvo. Vuelve dentro de unos minutos.',
    until: 'Previsto hasta el {{until}}.',
    retry: 'Comprobar ahora',
    waiting: 'Se comprueba cada 30 segundos y volverás a la página en la que estabas.',
    over: 'No hay mantenimiento en curso',
    overText: 'Atalaya funciona con normalidad.',
    firm: 'Afecta a: {{firm}}',
    unknown: 'No se ha podido consultar el servidor.',
  },
  upcoming: {
    title: 'Volvemos pronto',
    lead: 'Atalaya está en mantenimiento. Está previsto que termine el {{until}}.',
    noEnd: 'Atalaya está en mantenimiento, sin fecha de fin prevista.',
    nothing: 'No hay mantenimientos previstos',
    nothingText: 'Atalaya funciona con normalidad y no hay interrupciones previstas.',
    late: 'Está a punto de terminar.',
    days: 'días',
    hours: 'horas',
    minutes: 'minutos',
    seconds: 'segundos',
  },
  notFound: {
    title: 'Página no encontrada',
    text: 'La dirección no corresponde a ninguna página. Puede que el enlace sea antiguo o contenga un error.',
  },
  broken: {
    title: 'Error del servidor',
    text: 'Inténtalo de nuevo dentro de un momento. Si el problema continúa, avisa a soporte.',
  },
}
