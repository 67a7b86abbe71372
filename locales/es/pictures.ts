export default {
  title: 'Foto',
  set: 'Añadir foto',
  change: 'Cambiar la foto',
  remove: 'Quitar la foto',
  file: 'Archivo de la foto',
  hint: 'JPEG, PNG, WebP o GIF. Podrás encuadrarla después. La ven tu equipo y Recursos humanos.',
  crop: {
    title: 'Encuadrar la foto',
    preview: 'Vista previa',
    zoom: 'Zoom',
    x: 'Horizontal',
    y: 'Vertical',
    use: 'Usar esta foto',
  },
}

/** What lists of all features say of this one. */
export const words = {
  actions: {
    employee_pictureSet: 'Añade una foto de perfil',
    employee_pictureRemoved: 'Quita una foto de perfil',
  },
  auditFields: {
    pictureId: 'Imagen n.º',
  },
}
