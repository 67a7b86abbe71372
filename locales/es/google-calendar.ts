const problems = {
  revoked: 'El permiso se ha retirado o ha caducado.',
  scope: 'Falta el permiso para leer el calendario.',
  blocked: 'Tu organización no permite a Atalaya leer su Google Calendar.',
  limited: 'Google pide esperar: ha recibido demasiadas consultas.',
  unreachable: 'Google no responde.',
  misconfigured: 'Google no reconoce a Atalaya. Avisa al administrador del sistema.',
  tooMany: 'El calendario tiene demasiadas citas para leerlo entero.',
}

export default {
  title: 'Google Calendar',
  lead: 'Tus citas de Google aparecen en tu agenda, y los huecos para reunirse las tienen en cuenta. Atalaya solo lee: nunca cambia nada en Google.',
  privacy: {
    title: 'Quién ve qué',
    own: 'Solo tú ves el título de tus citas, guardado cifrado.',
    others: 'Tus compañeros ven como mucho que estás ocupado, sin el motivo.',
    kept: 'Se guardan las citas desde hace un mes hasta dentro de medio año. Al desconectar se borran.',
  },
  none: {
    title: 'Sin conectar',
    text: 'Google te pedirá permiso para leer tu calendario y el directorio de tu organización.',
    off: 'Google Calendar todavía no está configurado en esta instalación. Pídelo al administrador del sistema.',
  },
  state: {
    title: 'Conexión',
    connected: 'Conectado',
    reconnect: 'Hay que volver a conectar',
    account: 'Cuenta',
    since: 'Conectado desde',
    syncedAt: 'Última lectura',
    never: 'Todavía ninguna',
    nextSyncAt: 'Siguiente lectura',
    events: 'Citas guardadas',
    directory: 'Directorio de la organización',
    hasDirectory: 'Disponible al elegir asistentes',
    noDirectory: 'Sin permiso',
  },
  problems,
  retry: 'Se volverá a intentar el {{at}}. Mientras, la agenda muestra lo último que se leyó.',
  mend: 'Vuelve a conectar para que la agenda siga al día.',
  actions: {
    connect: 'Conectar Google Calendar',
    connecting: 'Conectando…',
    reconnect: 'Volver a conectar',
    sync: 'Leer ahora',
    disconnect: 'Desconectar',
    agenda: 'Ver la agenda',
  },
  done: {
    connected: 'Google Calendar conectado con {{email}}. Las citas aparecerán en unos segundos.',
    requested: 'Leyendo el calendario…',
    removed: 'Google Calendar desconectado. Las citas guardadas se han borrado.',
  },
  refused: 'No has dado el permiso. Puedes conectar cuando quieras.',
  disconnect: {
    title: 'Desconectar Google Calendar',
    text: 'Atalaya dejará de leer tu calendario y borrará las citas guardadas. En Google no cambia nada.',
  },
}

/** What lists of all features say of this one. */
export const words = {
  screens: { googleCalendar: 'Google Calendar' },
  modules: { bt_Calendario: 'Google Calendar' },
  actions: {
    googleCalendar_connected: 'Conecta su Google Calendar',
    googleCalendar_disconnected: 'Desconecta su Google Calendar',
    googleCalendar_lost: 'Google deja de admitir la conexión de un calendario',
  },
  entities: { bt_Calendario: 'Pantalla: Google Calendar' },
  jobs: {
    googleCalendar_due: 'Google Calendar: calendarios por leer',
    googleCalendar_sync: 'Google Calendar: lectura de un calendario',
  },
  notifications: {
    googleCalendar: {
      lost: {
        title: 'Google Calendar desconectado',
        text: 'Google ya no admite la conexión con {{email}}. Vuelve a conectar para ver tus citas en la agenda.',
      },
    },
  },
  refusals: {
    'googleCalendar.notConfigured': 'Google Calendar no está configurado en esta instalación.',
    'googleCalendar.expired': 'El permiso ha tardado demasiado o ya se usó. Vuelve a pulsar «Conectar».',
    'googleCalendar.refused': 'Google no admite este permiso. Vuelve a pulsar «Conectar».',
    'googleCalendar.scope': 'Falta el permiso para leer el calendario. Vuelve a conectar y concede todos los permisos.',
    'googleCalendar.unreachable': 'Google no responde. Inténtalo dentro de unos minutos.',
  },
}
