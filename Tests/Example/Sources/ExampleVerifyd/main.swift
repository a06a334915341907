import ExampleGateway
import VerifydProgram

await Verifyd.main(providers: Verifyd.builtInProviders + exampleProviders)
