export default {
  offer: '¿Es tu primera vez en Atalaya? Conoce lo principal en un minuto.',
  start: 'Ver la visita guiada',
  dismiss: 'Ahora no',
  progress: '{{current}} de {{total}}',
  next: 'Siguiente',
  previous: 'Anterior',
  done: 'Terminar',
  leave: 'Salir de la visita',
  steps: {
    day: {
      title: 'Tu página de inicio',
      text: 'Aquí empieza cada día: lo que vence, lo que tienes por decidir y lo que has solicitado. Vuelve con g y luego m.',
    },
    search: {
      title: 'Busca cualquier cosa',
      text: 'Un nombre, un teléfono, un número de cuenta, la referencia de un pago o una página. Se abre con Ctrl+K.',
    },
    menu: { title: 'El menú', text: 'Todas tus páginas. Con la estrella fijas arriba las que más usas.' },
    create: { title: 'Crear', text: 'Lo que puedes dar de alta, desde cualquier página. También con la tecla n.' },
    notifications: {
      title: 'Notificaciones',
      text: 'Te avisamos cuando se decide una solicitud tuya o tienes algo por decidir.',
    },
    help: { title: 'Ayuda y atajos', text: 'Los atajos de la página en la que estás, y esta visita cuando quieras.' },
  },
}
