import { Layer, project32, type DefaultProps, type UpdateParameters } from '@deck.gl/core'
import { Buffer } from '@luma.gl/core'
import { Model } from '@luma.gl/engine'
import { followRows, type FollowMark, type GlideRows } from './glideRows.ts'
import { fragmentShader, glideUniforms, looksOf, looksUniforms, vertexShader } from './glideShader.ts'
import { glideS } from '../../store/herd/herdColumns.ts'
import type { WallColours } from '../../theme/colours.ts'

export interface GlideLayerProps {
  rows: GlideRows
  /** Draws these marks instead of the rows themselves. */
  marks: readonly FollowMark[] | null
  palette: WallColours
  /** Herd time to which ages refer, epoch ms. */
  herdAt: number
  /** Scale of design pixels on this screen. */
  scale: number
  /** Radius of an animal on the ground; 0: symbols keep their size at every zoom. */
  sizeMetres: number
  minPixels: number
  glides: boolean
}

type Column =
  | 'longitudeOffsets'
  | 'latitudeOffsets'
  | 'fromLongitudeOffsets'
  | 'fromLatitudeOffsets'
  | 'movedAtS'
  | 'fixedAtS'
  | 'flags'

const movedColumns = [
  'longitudeOffsets',
  'latitudeOffsets',
  'fromLongitudeOffsets',
  'fromLatitudeOffsets',
  'movedAtS',
  'fixedAtS',
] as const
const columnNames: readonly Column[] = [...movedColumns, 'flags']

const defaultProps: DefaultProps<GlideLayerProps> = {
  marks: null,
  herdAt: 0,
  scale: 1,
  sizeMetres: 0,
  minPixels: 1.5,
  glides: true,
}

/**
 * Draws rows of symbols that glide between positions on the GPU. A frame costs only its bytes:
 * columns are written unchanged into lasting buffers, without work per animal.
 */
export class GlideLayer extends Layer<GlideLayerProps> {
  static override layerName = 'GlideLayer'
  static override defaultProps = defaultProps

  declare state: {
    model?: Model
    buffers?: Record<Column, Buffer>
    room: number
    written?: GlideRows
    writtenMarks?: GlideLayerProps['marks']
  }

  override initializeState(): void {
    this.setState({ room: 0 })
  }

  override getNumInstances(): number {
    return this.props.marks?.length ?? this.props.rows.count
  }

  override updateState({ props, changeFlags }: UpdateParameters<this>): void {
    if (!this.state.model || changeFlags.extensionsChanged) {
      this.state.model?.destroy()
      this.state.model = this.#makeModel(props.palette)
      if (this.state.buffers) this.state.model.setAttributes(this.state.buffers)
    }
    if (props.rows !== this.state.written || props.marks !== this.state.writtenMarks) {
      const { written } = this.state
      this.state.written = props.rows
      this.state.writtenMarks = props.marks
      // Selected only here: the herd is written in place, and a newer frame may have arrived.
      if (props.marks) this.#upload(followRows(props.rows, props.marks))
      else this.#upload(props.rows, written)
    }
    this.setNeedsRedraw()
  }

  override finalizeState(context: Parameters<Layer['finalizeState']>[0]): void {
    super.finalizeState(context)
    this.state.model?.destroy()
    this.#dropBuffers()
  }

  override draw(): void {
    const { rows, herdAt, scale, sizeMetres, minPixels, glides } = this.props
    const { model } = this.state
    if (!model || this.getNumInstances() === 0) return
    model.shaderInputs.setProps({
      glide: {
        nowS: frameS() - rows.baseS,
        herdS: (herdAt - rows.baseAt) / 1000,
        glideS: glides ? glideS : 0,
        scale,
        sizeMetres,
        minPixels,
      },
    })
    model.draw(this.context.renderPass)
  }

  /** @param before rows in the buffers: if the new frame directly follows, only its changed rows are written */
  #upload(rows: GlideRows, before?: GlideRows): void {
    const { room } = this.state
    this.state.model!.setVertexCount(rows.count)
    if (rows.count === 0) return
    if (!this.state.buffers || rows.count > room) {
      this.#makeBuffers(rows)
      return
    }
    const { buffers } = this.state
    const follows = before?.movedAtS === rows.movedAtS && before.version === rows.version - 1
    const [movedFrom, movedTo] = follows ? rows.movedRows : [0, rows.count]
    const [markedFrom, markedTo] = follows ? rows.markedRows : [0, rows.count]
    if (movedTo > movedFrom) {
      for (const name of movedColumns) buffers[name].write(rows[name].subarray(movedFrom, movedTo), movedFrom * 4)
    }
    if (markedTo > markedFrom) buffers.flags.write(rows.flags.subarray(markedFrom, markedTo), markedFrom)
  }

  #makeBuffers(rows: GlideRows): void {
    this.#dropBuffers()
    // Spare room, so that a herd growing by single animals does not need new buffers each time.
    const room = Math.ceil((rows.count * 1.25) / 64) * 64
    const make = (name: Column) => {
      const bytes = rows[name].BYTES_PER_ELEMENT
      const buffer = this.context.device.createBuffer({
        byteLength: room * bytes,
        usage: Buffer.VERTEX | Buffer.COPY_DST,
      })
      buffer.write(rows[name])
      return buffer
    }
    const buffers = {
      longitudeOffsets: make('longitudeOffsets'),
      latitudeOffsets: make('latitudeOffsets'),
      fromLongitudeOffsets: make('fromLongitudeOffsets'),
      fromLatitudeOffsets: make('fromLatitudeOffsets'),
      movedAtS: make('movedAtS'),
      fixedAtS: make('fixedAtS'),
      flags: make('flags'),
    }
    this.state.buffers = buffers
    this.state.room = room
    this.state.model!.setAttributes(buffers)
  }

  #dropBuffers(): void {
    if (this.state.buffers) for (const name of columnNames) this.state.buffers[name].destroy()
    delete this.state.buffers
  }

  #makeModel(palette: WallColours): Model {
    const model = new Model(this.context.device, {
      ...this.getShaders({
        vs: vertexShader,
        fs: fragmentShader(palette),
        modules: [project32, glideUniforms, looksUniforms],
      }),
      id: this.props.id,
      bufferLayout: columnNames.map((name) => ({
        name,
        format: name === 'flags' ? ('uint8' as const) : ('float32' as const),
        stepMode: 'vertex' as const,
      })),
      topology: 'point-list',
      isInstanced: false,
    })
    model.shaderInputs.setProps({ looks: looksOf(palette) })
    return model
  }
}

/** Returns the same instant for every layer of a frame, so that a ring does not run ahead of its animal. */
function frameS(): number {
  const frameMs = document.timeline.currentTime
  return (typeof frameMs === 'number' ? frameMs : performance.now()) / 1000
}
