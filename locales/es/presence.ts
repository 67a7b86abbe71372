export default {
  idle: {
    title: '¿Sigues ahí?',
    text: 'Tu sesión se va a cerrar por inactividad.',
    kept: 'Lo que no hayas enviado se guarda como borrador.',
    stay: 'Mantener la sesión',
    left_one: 'Queda {{count}} segundo.',
    left_many: 'Quedan {{count}} segundos.',
    left_other: 'Quedan {{count}} segundos.',
  },
  changed: 'La sesión ha cambiado en otra pestaña. Ahora trabajas como {{name}} en {{prefix}}.',
  unsaved: {
    title: 'Hay cambios sin guardar',
    text: 'Si sales ahora, se perderán.',
    stay: 'Seguir editando',
    leave: 'Salir sin guardar',
  },
}
