export default {
  unexpected: {
    title: 'Unexpected Application Error!',
    text: 'La página no se ha podido abrir. Recárgala; si vuelve a ocurrir, avisa a soporte.',
  },
  noRoute: {
    title: 'No existe esta ruta',
    text: 'No hay ninguna página en {{path}}.',
  },
  denied: {
    title: 'Acceso denegado',
    text: 'Tu perfil no tiene permiso para ver esta página. Si lo necesitas, pídeselo a tu supervisor.',
  },
  noScreens: {
    title: 'No hay nada que ver todavía',
    text: 'Tu perfil no abre ninguna página. Pídele acceso a tu supervisor.',
  },
  failed: {
    title: 'No se ha podido cargar',
    network: 'No hay conexión con el servidor. Comprueba tu red e inténtalo de nuevo.',
  },
  status: {
    '401': 'Credenciales no válidas',
    '403': 'Acceso prohibido',
    '404': '¡Lo sentimos! No se han encontrado los datos que buscas',
  },
  codes: {
    'request.invalid': 'Algún dato no es válido. Revísalo e inténtalo de nuevo.',
    'request.tooMany': 'Demasiadas peticiones seguidas. Espera un momento.',
    'request.tooLarge': 'Es demasiado largo. Acórtalo e inténtalo de nuevo.',
    'request.timeout': 'Los datos han tardado demasiado en llegar. Comprueba tu conexión e inténtalo de nuevo.',
    'request.headersTooLarge': 'La petición lleva una cabecera demasiado larga.',
    'session.changed': 'La sesión ha cambiado en otra pestaña. La página vuelve a empezar.',
    maintenance: 'Estamos en mantenimiento.',
    'password.wrong': 'La contraseña no es correcta.',
    'password.sameAsBefore': 'Elige una contraseña distinta de la que tenías.',
    'password.tooCommon': 'Esa contraseña es fácil de adivinar. Elige varias palabras que no tengan que ver entre sí.',
    'password.ownWords': 'Esa contraseña lleva tu nombre, tu correo o el de la casa. Elige otras palabras.',
    'password.reset': 'Este enlace ya se usó o ha caducado. Pide otro.',
    'google.notConfigured': 'Aquí no se puede entrar con Google. Usa tu contraseña.',
    'signIn.tooMany': 'Demasiados intentos seguidos. Espera un momento e inténtalo de nuevo.',
    'secondFactor.tooMany': 'Demasiados códigos erróneos seguidos. Espera un momento e inténtalo de nuevo.',
    'secondFactor.wrong': 'El código no es correcto o ya se ha usado.',
    'secondFactor.none': 'No hay ningún segundo factor que comprobar. Empieza de nuevo.',
    'secondFactor.needed': 'Tu perfil exige un segundo factor. Añade otro antes de quitar este.',
    'secondFactor.missing':
      'No tienes segundo factor. Añádelo en tu área personal, en Seguridad; sirve para aprobar pasadas 24 horas.',
    internal: 'Ocurrió un error. Por favor, intenta nuevamente.',
    'database.unavailable': 'La base de datos no responde. Inténtalo dentro de unos segundos.',
    'database.timeout': 'La consulta ha tardado demasiado y se ha detenido. Acota lo que buscas o inténtalo más tarde.',
    'storage.full':
      'No queda espacio en el disco del servidor y no se ha guardado nada. Avisa a soporte e inténtalo más tarde.',
    'server.busy': 'Hay demasiadas peticiones a la vez. Inténtalo dentro de unos segundos.',
  },
  home: 'Ir al inicio',
}
