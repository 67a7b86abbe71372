import { notifications } from './written/words.ts'

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
  kinds: notifications,
  records: {
    client: 'la ficha de {{name}}',
    account: 'la cuenta {{name}}',
    approval: 'un cambio propuesto',
  },
}
