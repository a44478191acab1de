/** The S3 double where compose.yaml has its store, for the same account: `node store-process.ts PORT`. */
import { connect, createServer } from 'node:net'
import { startS3Double } from '../doubles/s3.ts'

const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env
const { host } = await startS3Double(
  {
    accessKeyId: String(AWS_ACCESS_KEY_ID),
    secretAccessKey: String(AWS_SECRET_ACCESS_KEY),
    region: 'us-east-1',
  },
  Date.now,
)
const [hostname, port] = host.split(':')
createServer((caller) => {
  const double = connect(Number(port), hostname)
  for (const socket of [caller, double])
    socket.on('error', () => {
      caller.destroy()
      double.destroy()
    })
  caller.pipe(double).pipe(caller)
}).listen(Number(process.argv[2]), () => console.log('listening'))
