export default {
  title: 'Iniciar sesión',
  lead: 'Accede con tu usuario o tu correo electrónico.',
  claim: 'Cada cliente, cada cuenta y cada cifra, explicados al céntimo.',
  identity: 'Usuario o correo electrónico',
  password: 'Contraseña',
  submit: 'Entrar',
  submitting: 'Entrando…',
  missingIdentity: 'Escribe tu usuario o tu correo electrónico.',
  missingPassword: 'Escribe tu contraseña.',
  wrong: 'Usuario o contraseña incorrectos',
  wait_one: 'Podrás volver a intentarlo en {{count}} segundo.',
  wait_many: 'Podrás volver a intentarlo en {{count}} segundos.',
  wait_other: 'Podrás volver a intentarlo en {{count}} segundos.',
  forgot: '¿Has olvidado la contraseña?',
  noAccount: '¿Aún no tienes cuenta?',
  register: 'Regístrate',
  or: 'o',
  google: 'Entrar con Google',
  unreachable: 'No hay conexión con el servidor. Comprueba tu red e inténtalo de nuevo.',
  ended: {
    idle: 'Tu sesión se ha cerrado por inactividad. Entra para seguir donde estabas.',
    expired: 'Tu sesión ha caducado. Entra para seguir donde estabas.',
    revoked: 'Tu sesión ya no es válida. Entra de nuevo.',
    elsewhere: 'Has cerrado la sesión en otra pestaña.',
    changed: 'Tu contraseña ha cambiado. Entra con la nueva.',
  },
  demo: {
    title: 'Empresa de demostración',
    lead: 'Los datos son ficticios. Entrar como:',
    firm: 'Empresa',
  },
}

/** What lists of all features say of this one. */
export const words = {
  modules: {
    bt_inicio: 'Inicio',
    bt_CambioCVL: 'Cambio de CVL',
  },
  notifications: {
    signIn: {
      newPlace: {
        title: 'Acceso desde un lugar nuevo',
        text: 'Se ha iniciado sesión con tu usuario desde la dirección {{address}} ({{agent}}). Si no has sido tú, cambia tu contraseña y cierra esa sesión.',
      },
    },
    password: {
      changed: {
        title: 'Contraseña cambiada',
        text: 'Tu contraseña se ha cambiado desde la dirección {{address}}. Si no has sido tú, avisa al administrador.',
      },
    },
    google: {
      linked: {
        title: 'Cuenta de Google vinculada',
        text: 'Primer acceso con la cuenta de Google {{email}}, desde la dirección {{address}}. Si no has sido tú, avisa al administrador.',
      },
    },
  },
  actions: {
    navigation: 'Abre una pantalla',
    view_taken: 'Entra en la vista de otra persona',
    view_left: 'Vuelve a su vista',
    view_ended: 'Termina la vista de otra persona',
  },
  entities: {
    bt_inicio: 'Pantalla: Inicio',
    bt_CambioCVL: 'Pantalla: Cambio de CVL',
  },
  auditFields: {
    actingCvl: 'En la vista de (CVL)',
  },
}
