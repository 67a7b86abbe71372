/** El correo de la mañana con lo que hay que hacer. */
export default {
  letter: {
    subject: 'Tu día: {{count}} por hacer',
    greeting: 'Hola, {{name}}:',
    intro: 'Este es tu día, {{date}}.',
    approvals: 'Solicitudes pendientes de tu decisión',
    more: 'Y {{count}} más, en la página.',
    action: 'Abrir Mi día',
    stop: 'Recibes este correo porque lo pediste. Se desactiva en tu área personal, en Preferencias.',
  },
}
