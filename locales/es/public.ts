export default {
  signIn: 'Iniciar sesión',
  home: 'Ir al inicio',
  landing: {
    title: 'Cada cliente, cada cuenta, cada cifra explicada al céntimo',
    lead: 'Atalaya es la herramienta interna con la que el equipo lleva a sus clientes. Se entra con la cuenta que abre un administrador.',
    clients: {
      title: 'Clientes y cuentas',
      text: 'La cartera de cada gestor con sus datos, sus documentos y el saldo de cada cuenta.',
    },
    figures: {
      title: 'Cifras que cuadran',
      text: 'Un libro de partida doble al que solo se añade: cada saldo se puede volver a calcular.',
    },
    access: {
      title: 'Cada uno lo suyo',
      text: 'El perfil decide qué se ve y qué se puede hacer, y queda constancia de cada cambio.',
    },
  },
  maintenance: {
    title: 'En mantenimiento',
    text: 'Estamos trabajando en Atalaya. Tus datos están a salvo; vuelve dentro de un rato.',
    until: 'Previsto hasta el {{until}}.',
    retry: 'Comprobar ahora',
    waiting: 'Esta página lo comprueba cada 30 segundos y te devuelve adonde estabas.',
    over: 'No hay mantenimiento en curso',
    overText: 'Atalaya funciona con normalidad.',
    firm: 'Afecta a: {{firm}}',
    unknown: 'No se ha podido preguntar al servidor.',
  },
  upcoming: {
    title: 'Volvemos pronto',
    lead: 'Atalaya está en mantenimiento. Está previsto que termine el {{until}}.',
    noEnd: 'Atalaya está en mantenimiento y no se ha anunciado hasta cuándo.',
    nothing: 'No hay nada anunciado',
    nothingText: 'Atalaya funciona con normalidad y no se espera ninguna interrupción.',
    late: 'Debería haber terminado ya: está a punto.',
    days: 'días',
    hours: 'horas',
    minutes: 'minutos',
    seconds: 'segundos',
  },
  notFound: {
    title: 'Página no encontrada',
    text: 'La dirección no lleva a ninguna página. Puede que el enlace sea antiguo o tenga una errata.',
  },
  broken: {
    title: 'Algo ha fallado en el servidor',
    text: 'No es culpa tuya. Inténtalo de nuevo dentro de un momento; si sigue igual, avisa a soporte.',
  },
}
