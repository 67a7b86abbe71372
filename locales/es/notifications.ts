import { notifications } from './written/words.ts'

export default {
  title: 'Notificaciones',
  unread: 'Sin leer',
  today: 'Hoy',
  yesterday: 'Ayer',
  readAll: 'Marcar todo como leído',
  loading: 'Cargando las notificaciones',
  empty: 'No tienes notificaciones',
  emptyHint: 'Aquí aparecerán los avisos sobre tu cuenta y tu trabajo.',
  older: 'Ver anteriores',
  choose: 'Elegir notificaciones',
  muted: 'Ya no recibirás notificaciones de: {{kind}}.',
  undo: 'Deshacer',
  actions: { decide: 'Decidir', read: 'Marcar como leída', mute: 'No volver a notificar' },
  ways: { app: 'La aplicación de códigos', passkey: 'La llave de acceso «{{name}}»' },
  outcomes: { approved: 'aprobado', rejected: 'rechazado', expired: 'caducado', restored: 'pendiente de nuevo' },
  kinds: notifications,
  records: {
    client: 'la ficha de {{name}}',
    account: 'la cuenta {{name}}',
    approval: 'un cambio propuesto',
    contact: 'un contacto',
  },
}
