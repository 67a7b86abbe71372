/** El resumen de un día por correo. */
export default {
  letter: {
    subject: 'Resumen del {{date}}: {{reach}}',
    greeting: 'Hola, {{name}}:',
    intro: '{{sender}} te envía el resumen del {{date}}. {{reach}}.',
    introOwn: 'Este es el resumen del {{date}} que has pedido. {{reach}}.',
    action: 'Abrir el resumen',
    scope: 'Las cifras corresponden a tu alcance. El detalle por cliente está en Atalaya.',
  },
}
