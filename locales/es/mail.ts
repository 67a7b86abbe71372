export default {
  letter: {
    greeting: 'Hola, {{name}}:',
    signature: 'Atalaya',
    automatic: 'Mensaje automático: no es necesario responder.',
  },
  reset: {
    subject: 'Elige una contraseña nueva para Atalaya',
    intro:
      'Se ha solicitado una contraseña nueva para tu cuenta de Atalaya ({{email}}) el {{at}}, desde la dirección {{address}}.',
    action: 'Elegir una contraseña nueva',
    holds: 'El enlace es válido una sola vez y durante 30 minutos, hasta el {{until}}.',
    notYou:
      'Si no lo has solicitado, ignora este mensaje: tu contraseña no cambia. Si recibes varios mensajes como este, avisa al administrador.',
  },
  changed: {
    subject: 'Ha cambiado tu contraseña de Atalaya',
    intro: 'La contraseña de tu cuenta de Atalaya ({{email}}) cambió el {{at}}, desde la dirección {{address}}.',
    ended: 'Las demás sesiones que tenías abiertas se han cerrado.',
    notYou: 'Si no has sido tú, solicita ahora mismo otra contraseña con este enlace y avisa al administrador.',
    action: 'Solicitar otra contraseña',
  },
  access: {
    subject: 'Ya puedes entrar en Atalaya',
    intro: 'Tienes acceso a Atalaya con este correo ({{email}}). Elige una contraseña para entrar.',
    action: 'Elegir una contraseña',
    holds: 'El enlace es válido una sola vez y durante 7 días.',
    google: 'También puedes entrar con Google, si tu cuenta de Google usa este correo.',
    notYou: 'Si el enlace ha caducado o no esperabas este mensaje, avisa al administrador.',
  },
}
